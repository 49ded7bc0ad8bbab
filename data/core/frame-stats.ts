/** What the ticker measures, for the debug overlay, `window.homeWorld` and the bench. */
export interface ModuleRecord {
  readonly name: string;
  /** Smoothed milliseconds of its last updates. */
  milliseconds: number;
  /** Why it was switched off, or what of it cannot be drawn; undefined while all is well. */
  failure: string | undefined;
}

export interface FrameStats {
  framesPerSecond: number;
  /** Smoothed JavaScript milliseconds a frame, the picture included. */
  frameMilliseconds: number;
  modules: readonly ModuleRecord[];
  drawCalls: number;
  triangles: number;
  geometries: number;
  textures: number;
  programs: number;
}

/** The figures before the first frame. */
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
