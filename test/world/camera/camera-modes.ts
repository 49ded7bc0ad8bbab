import { expect } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial } from 'three';
import { dispatchView } from '../../../data/view/view-state.ts';
import type { ViewCommand } from '../../../data/view/view.ts';
import type { State } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import * as rig from '../../../world/camera/camera-rig.ts';
import * as focusObject from '../../../world/camera/focus-object.ts';
import * as orbit from '../../../world/camera/orbit.ts';
import * as overview from '../../../world/camera/overview.ts';
import type { WorldScene } from '../../../world/core/scene/scene.ts';
import * as interaction from '../../../world/interaction/interaction-system.ts';
import { EYE_METRES } from '../../../world/player/character-controller.ts';
import * as walk from '../../../world/player/walk.ts';
import { heightAt } from '../../../world/terrain/island/height.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const modules = [walk, rig, interaction, overview, orbit, focusObject];
const RATES = [20, 60, 144];

/** Where the visitor stands in these tests: nine metres from the face of the box. */
export const EYE = [0, heightAt(0, 17) + EYE_METRES, 17] as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Walking and all camera modes, made for each test of a suite, with a box in front of the visitor. */
class CameraModes {
  #stage!: TestStage;
  box!: Mesh;
  /** How often the action of the box ran. */
  actions = 0;

  get scene(): WorldScene {
    return this.#stage.scene;
  }
  get state(): State {
    return this.#stage.state;
  }
  get canvas(): HTMLCanvasElement {
    return this.#stage.canvas;
  }

  readonly create = (): void => {
    this.#stage = createTestStage(480, 270);
    this.actions = 0;
    this.box = new Mesh(new BoxGeometry(2, 2, 2), new MeshBasicMaterial());
    this.box.position.set(0, 2.4, 7);
    this.scene.add(this.box);
    this.scene.interactions.register(this.box, {
      label: () => 'Lamp — 3 of 4 lit',
      reach: 40,
      action: { key: 'E', text: () => 'read', run: () => this.actions++ },
    });
    this.scene.updateMatrixWorld();
    this.start();
  };
  readonly dispose = (): void => {
    this.stop();
    this.#stage.dispose();
  };
  readonly start = (): void => {
    for (const { init } of modules) init(this.scene, this.state, theme);
    this.scene.player.teleport(0, 17, 0, Math.atan2(0.7, 17));
    this.run(1 / 60);
  };
  readonly stop = (): void => {
    for (const { dispose } of modules.toReversed()) dispose();
  };
  readonly run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < Math.round(seconds * rate); i++)
      for (const { update } of modules) update(i / rate, 1 / rate);
  };
  readonly dispatch = (command: ViewCommand): void => dispatchView(this.state, command);
  readonly press = (type: string, code: string, key = code): boolean =>
    window.dispatchEvent(new KeyboardEvent(type, { code, key, bubbles: true, cancelable: true }));
  /** Position, pitch and yaw of the camera. */
  readonly pose = (): number[] => {
    const { position, rotation } = this.scene.camera;
    return [...position.toArray(), rotation.x, rotation.y];
  };
  readonly expectPose = (actual: readonly number[], expected: readonly number[], within = 1e-6): void =>
    actual.forEach((value, i) =>
      expect(value, `${actual.join(' ')} and ${expected.join(' ')}`).to.be.closeTo(expected[i]!, within),
    );
  readonly middle = (): Point => this.#onCanvas(0, 0);
  /** The place of an object on the page. */
  readonly placeOf = ({ position }: Mesh): Point => {
    const { camera } = this.scene;
    camera.updateMatrixWorld();
    const { x, y } = position.clone().project(camera);
    return this.#onCanvas(x, y);
  };
  readonly tap = (x: number, y: number): void => {
    for (const type of ['pointerdown', 'pointerup'])
      this.canvas.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 3,
          pointerType: 'touch',
          isPrimary: true,
          clientX: x,
          clientY: y,
          bubbles: true,
        }),
      );
  };
  /** Plays the same steps from the start at each frame rate; expects the same pose after each step. */
  readonly atEachRate = (play: (run: (seconds: number) => void) => void): void => {
    const ends = RATES.map((rate) => {
      this.stop();
      this.state.view.set({ mode: 'normal', navigation: 'walk' });
      this.start();
      const places: number[][] = [];
      play((seconds) => {
        this.run(seconds, rate);
        places.push([...this.pose(), this.scene.frame.overview]);
      });
      return places;
    });
    for (const places of ends) places.forEach((place, i) => this.expectPose(place, ends[0]![i]!, 1e-4));
  };

  /** A point of the page from −1 to 1 on the canvas. */
  #onCanvas(x: number, y: number): Point {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return { x: Math.round(left + ((x + 1) / 2) * width), y: Math.round(top + ((1 - y) / 2) * height) };
  }
}

/** Sets up the camera modes before each test of the suite, and disposes them after it. */
export function useCameraModes(): CameraModes {
  const modes = new CameraModes();
  beforeEach(modes.create);
  afterEach(modes.dispose);
  return modes;
}
