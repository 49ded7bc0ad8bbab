/**
 * Creates a WebGL context in a worker. The first context of a browser starts its GPU process and waits for
 * it. Without a GPU this takes a third of a second, in which the page would not respond. After that, the page
 * creates its own context at once.
 */
addEventListener('message', () => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  postMessage(gl ? String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : null);
});
