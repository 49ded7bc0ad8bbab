/** Each pixel of the test picture has about the work of a pixel of the world: noise, and a blend. */
const VERTEX = `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }`;
const FRAGMENT = `#version 300 es
precision highp float;
out vec4 color;
void main() {
  vec2 at = gl_FragCoord.xy * 0.01;
  float light = 0.0;
  for (int i = 1; i <= 16; i++) {
    vec2 next = at * float(i);
    light += fract(sin(dot(floor(next), vec2(12.9, 78.2))) * 43758.5) * fract(next.x);
    at += light * 0.01;
  }
  color = vec4(light, at, 0.5);
}`;
const WIDTH = 320;
const HEIGHT = 180;
/**
 * Other programs, and the page that is being loaded, slow most of the pictures: the quickest one counts. The test
 * ends with the first one that is quick enough.
 */
const MOST_PICTURES = 12;
const MOST_MS = 1_500;
/** How many test pictures take as long as a frame of the moving world: 16 with llvmpipe, 19 with SwiftShader. */
const PICTURES_A_FRAME = 17;
/** A world with longer frames is only offered (`world/world.ts`). */
const QUICK_FRAME_MS = 150;

/** Draws the test picture, and returns how long a frame of the moving world takes on this machine, at most. */
function frameMilliseconds(gl: WebGL2RenderingContext): number {
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return 0;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  const pixel = new Uint8Array(4);
  const draw = (): number => {
    const began = performance.now();
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return (performance.now() - began) * PICTURES_A_FRAME;
  };
  // The driver compiles during the first picture, which does not count.
  draw();
  const end = performance.now() + MOST_MS;
  let quickest = Infinity;
  for (let i = 0; i < MOST_PICTURES && quickest > QUICK_FRAME_MS; i++) {
    quickest = Math.min(quickest, draw());
    if (performance.now() > end) break;
  }
  return quickest;
}

/**
 * Creates a WebGL context in a worker. The first context of a browser starts the browser's GPU process and
 * waits for that process. On a machine without a GPU this takes a third of a second; on the main thread, the
 * page would not respond in that time. After that, the page creates its own context without a wait. Meanwhile the
 * worker measures how fast WebGL is. It sends the name of the renderer, and then the milliseconds of a frame.
 */
addEventListener('message', () => {
  const gl = new OffscreenCanvas(WIDTH, HEIGHT).getContext('webgl2', { antialias: false });
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  postMessage(gl ? String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : null);
  if (gl) postMessage(frameMilliseconds(gl));
});
