/**
 * Asks for WebGL off the page's thread. The browser's first context starts its whole graphics process and waits for it: a third of a
 * second without a GPU, in which a page that probed by itself would not respond. The page's own context then comes at once.
 */
addEventListener('message', () => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  postMessage(gl ? String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : null);
});
