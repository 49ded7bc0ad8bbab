/**
 * Creates a WebGL context in a worker. The first context of a browser starts the browser's GPU process and
 * waits for that process. On a machine without a GPU this takes a third of a second; on the main thread, the
 * page would not respond in that time. After that, the page creates its own context without a wait.
 */
addEventListener('message', () => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  postMessage(gl ? String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : null);
});
