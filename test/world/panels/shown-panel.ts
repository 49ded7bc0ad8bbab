import type { CanvasTexture, Mesh, MeshBasicMaterial, Object3D } from 'three';
import { defaultConfig } from '../../../data/config/config.ts';
import { type State, createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import type { NamedModule, WorldModule } from '../../../world/core/define-module.ts';
import { textsOn } from '../../helpers/painted-text.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

export const NOW = 1_700_000_000_000;
export const MINUTE = 60_000;
export const failed = {
  state: 'error',
  source: 'code.example',
  cause: 'It answered 502.',
} as const;

/** A panel with the camera right in front of it, so that it shows its rows. */
export class ShownPanel {
  readonly stage: TestStage = createTestStage(48, 27);
  readonly state: State = createState(
    { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Timmy'] } },
    { now: NOW },
  );
  readonly board: Object3D;
  readonly #module: WorldModule;

  constructor({ module, name }: Pick<NamedModule, 'name' | 'module'>) {
    this.#module = module;
    module.init(this.stage.scene, this.state, theme);
    this.board = this.stage.scene.getObjectByName(name) as Object3D;
    this.stage.scene.camera.position.copy(this.board.position);
  }

  /** Runs a frame and returns the texts on the panel. */
  texts(): string[] {
    this.#module.update(0, 0);
    return textsOn(this.board);
  }

  /** The texture on the slab; the halo's is no canvas of the panel. */
  get map(): CanvasTexture {
    const slab = this.board.children.at(-1) as Mesh<never, MeshBasicMaterial>;
    return slab.material.map as CanvasTexture;
  }

  setCommits(...titles: readonly string[]): void {
    this.state.readings.commits.set({
      state: 'live',
      source: 'me/home, code.example',
      fetchedAt: NOW,
      value: titles.map((title, i) => ({
        sha: `${i}`,
        author: 'Timmy',
        authoredAt: NOW - (i + 1) * 60 * MINUTE,
        title,
      })),
    });
  }

  dispose(): void {
    this.#module.dispose?.();
    this.stage.dispose();
  }
}
