import { Color, FogExp2, PerspectiveCamera, WebGLRenderer } from 'three';
import type { QualityLevel } from '../../data/world-state.ts';
import { type State, createState } from '../../data/state.ts';
import { theme } from '../../theme/theme.ts';
import type { WorldModule } from '../../world/core/define-module.ts';
import { type SceneLoop, WorldScene } from '../../world/core/scene/scene.ts';
import { createTestLoop } from './loop.ts';

/** GPU resources that a module may leak. */
export interface Counts {
  readonly geometries: number;
  readonly textures: number;
  readonly programs: number;
}

export interface TestStage {
  readonly scene: WorldScene;
  readonly renderer: WebGLRenderer;
  readonly canvas: HTMLCanvasElement;
  readonly state: State;
  render(): void;
  counts(): Counts;
  /** Draws a frame; the number of its draw calls. */
  calls(): number;
  /** Pixels of the last frame, RGBA from the lower left. */
  pixels(): Uint8Array;
  /** Draws a frame; the sum of its red, green and blue. */
  light(): number;
  dispose(): void;
}

/** A real renderer on a small canvas, driven by hand. */
export function createTestStage(width = 96, height = 54, loop: SceneLoop = createTestLoop()): TestStage {
  const box = document.createElement('div');
  box.style.cssText = `width: ${width}px; height: ${height}px`;
  const canvas = document.createElement('canvas');
  box.append(canvas);
  document.body.append(box);
  const renderer = new WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
  renderer.setSize(width, height, false);
  const camera = new PerspectiveCamera(60, width / height, 0.1, 600);
  camera.position.set(0, 1.7, 17);
  camera.lookAt(0, 2.4, 0);
  const scene = new WorldScene({ camera, renderer, loop });
  scene.background = new Color(theme.colors.background);
  scene.fog = new FogExp2(theme.colors.background, 0.0075);
  scene.add(camera);
  scene.frame.pixels.value.set(1, height);
  const render = (): void => renderer.render(scene, camera);
  const pixels = (): Uint8Array => {
    const gl = renderer.getContext();
    const data = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    return data;
  };
  return {
    scene,
    renderer,
    canvas,
    state: createState(),
    render,
    pixels,
    calls() {
      render();
      return renderer.info.render.calls;
    },
    light() {
      render();
      return pixels().reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0);
    },
    counts: () => ({
      geometries: renderer.info.memory.geometries,
      textures: renderer.info.memory.textures,
      programs: renderer.info.programs?.length ?? 0,
    }),
    dispose() {
      renderer.dispose();
      renderer.forceContextLoss();
      box.remove();
    },
  };
}

/** Lets a module run for some seconds, in steps of this length. */
export const stepping =
  ({ update }: Pick<WorldModule, 'update'>, step = 0.05) =>
  (seconds: number): void => {
    for (let t = 0; t < seconds - 1e-9; t += step) update(t, step);
  };

/** The level as the renderer sets it: the two upper ones have passes and additive light. */
export function setLevel(scene: WorldScene, level: QualityLevel): void {
  scene.frame.quality = level;
  scene.frame.composed = level === 'highest' || level === 'middle';
}

/** Creates, runs, draws and disposes a module once; with `levels`, at each of them in turn. */
export function runOnce(stage: TestStage, module: WorldModule, levels: readonly QualityLevel[] = []): void {
  module.init(stage.scene, stage.state, theme);
  module.update(1, 1 / 60);
  stage.render();
  const {
    frame: { quality },
  } = stage.scene;
  for (const level of levels) {
    setLevel(stage.scene, level);
    module.update(1, 1 / 60);
    stage.render();
  }
  module.dispose?.();
  setLevel(stage.scene, quality);
}
