/** Measurements of the ticker, for the debug overlay, `window.homeWorld` and the benchmark. */
export interface ModuleRecord {
  readonly name: string;
  /** The duration of its updates, smoothed. Milliseconds. */
  milliseconds: number;
  /** Why the module was switched off, or what it cannot draw; undefined without a problem. */
  failure: string | undefined;
}

export interface FrameStats {
  framesPerSecond: number;
  /** The JavaScript time per frame, including rendering, smoothed. Milliseconds. */
  frameMilliseconds: number;
  modules: readonly ModuleRecord[];
  drawCalls: number;
  triangles: number;
  geometries: number;
  textures: number;
  programs: number;
}

/** The values before the first frame. */
export const newFrameStats = (): FrameStats => ({
  framesPerSecond: 0,
  frameMilliseconds: 0,
  modules: [],
  drawCalls: 0,
  triangles: 0,
  geometries: 0,
  textures: 0,
  programs: 0,
});
