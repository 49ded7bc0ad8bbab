import { BoxGeometry, Mesh, MeshBasicMaterial } from 'three';
import { theme } from '../../../theme/theme.ts';
import * as interactionSystem from '../../../world/interaction/interaction-system.ts';
import type { Interaction } from '../../../world/core/scene/interaction-registry.ts';
import type { Hint } from '../../../data/world-state.ts';
import { createTestLoop } from '../../helpers/loop.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

/** Presses a key; false where its default was prevented. */
export const press = (key: string, target: EventTarget = window): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));

/** A visitor four metres before the middle of an empty world, with the interaction system running. */
export class InteractionStage {
  readonly loop = createTestLoop();
  readonly stage: TestStage = createTestStage(96, 54, this.loop);
  /** The names of the objects whose action ran. */
  readonly acted: string[] = [];
  readonly #geometry = new BoxGeometry(1, 1, 1);
  readonly #material = new MeshBasicMaterial();

  constructor() {
    this.stage.scene.camera.position.set(0, 1.7, 4);
    this.stage.scene.camera.lookAt(0, 1.7, 0);
    interactionSystem.init(this.stage.scene, this.stage.state, theme);
  }

  /** A cube of one metre at eye height; F opens it within five metres. */
  place(name: string, x: number, z: number, differs: Partial<Interaction> = {}): Mesh {
    const mesh = new Mesh(this.#geometry, this.#material);
    mesh.position.set(x, 1.7, z);
    mesh.updateMatrixWorld();
    this.stage.scene.add(mesh);
    this.stage.scene.interactions.register(mesh, {
      reach: 5,
      label: () => name,
      action: { key: 'F', text: () => 'open', run: () => this.acted.push(name) },
      ...differs,
    });
    return mesh;
  }

  hint(): Hint | undefined {
    return this.stage.state.world.hint.get();
  }

  /** Lets the system look once. */
  look(times = 1): void {
    for (let i = 0; i < times; i++) interactionSystem.update(0, 0.2);
  }

  /** Presses and releases at a share of the canvas's width, in the middle of its height. */
  point(pointerType: 'touch' | 'mouse', from = 0.5, to = from): void {
    const { canvas } = this.stage;
    this.stage.render();
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = { pointerId: 3, pointerType, clientY: top + height / 2 };
    canvas.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: left + width * from }));
    canvas.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: left + width * to }));
  }

  /** Moves the free mouse to a share of the canvas's width. */
  hover(x = 0.5): void {
    this.stage.render();
    const { left, top, width, height } = this.stage.canvas.getBoundingClientRect();
    const at = { clientX: left + width * x, clientY: top + height / 2, pointerType: 'mouse' };
    this.stage.canvas.dispatchEvent(new PointerEvent('pointermove', at));
  }

  dispose(): void {
    interactionSystem.dispose();
    this.stage.dispose();
  }
}
