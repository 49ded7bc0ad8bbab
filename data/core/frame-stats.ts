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
