import type { FrameStats } from '../../data/core/frame-stats.ts';

/** Draws the picture at the end of a frame. Only the world has one, not the heartbeat page. */
export interface Frame {
  render(elapsed: number, delta: number): void;
  /** Fills in draw calls, triangles, geometries, textures and programs. */
  measure(stats: FrameStats): void;
}
