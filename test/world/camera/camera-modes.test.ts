import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import {
  BoxGeometry,
  BufferGeometry,
  Float32BufferAttribute,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
} from 'three';
import { dispatchView } from '../../../data/view/dispatch-view.ts';
import type { ViewCommand } from '../../../data/view/view.ts';
import { theme } from '../../../theme/theme.ts';
import * as pointing from '../../../world/interaction/interaction-system.ts';
import { heightAt } from '../../../world/terrain/island/height.ts';
import * as orbit from '../../../world/camera/orbit.ts';
import { overviewPose } from '../../../world/camera/overview-fit.ts';
import * as overview from '../../../world/camera/overview.ts';
import * as rig from '../../../world/camera/camera-rig.ts';
import * as walk from '../../../world/player/walk.ts';
import * as zoom from '../../../world/camera/focus-object.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const modules = [walk, rig, pointing, overview, orbit, zoom];
const RATES = [20, 60, 144];

const key = (type: string, code: string, of = code): boolean =>
  window.dispatchEvent(new KeyboardEvent(type, { code, key: of, bubbles: true, cancelable: true }));

describe('the ways to look at the world', () => {
  let stage: TestStage;
  let thing: Mesh;
  let read = 0;
  const start = (): void => {
    for (const { init } of modules) init(stage.scene, stage.state, theme);
  };
  const stop = (): void => {
    for (const { dispose } of modules.toReversed()) dispose();
  };
  beforeEach(() => {
    stage = createTestStage(480, 270);
    read = 0;
    thing = new Mesh(new BoxGeometry(2, 2, 2), new MeshBasicMaterial());
    thing.position.set(0, 2.4, 7);
    stage.scene.add(thing);
    stage.scene.interactions.register(thing, {
      label: () => 'Lamp — 3 of 4 lit',
      reach: 40,
      action: { key: 'E', text: () => 'read', run: () => read++ },
    });
    stage.scene.updateMatrixWorld();
    start();
  });
  afterEach(() => {
    stop();
    stage.dispose();
  });
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < Math.round(seconds * rate); i++)
      for (const { update } of modules) update(i / rate, 1 / rate);
  };
  const turn = (command: ViewCommand): void => dispatchView(stage.state, command);
  const eye = (): number[] => {
    const { position, rotation } = stage.scene.camera;
    return [...position.toArray(), rotation.x, rotation.y];
  };
  const same = (one: readonly number[], other: readonly number[], within = 1e-6): void =>
    one.forEach((value, i) =>
      expect(value, `${one.join(' ')} and ${other.join(' ')}`).to.be.closeTo(other[i]!, within),
    );
  const middle = (): { x: number; y: number } => {
    const box = stage.canvas.getBoundingClientRect();
    return { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) };
  };
  /** Where it is in the picture just now. */
  const placeOf = ({ position }: Mesh): { x: number; y: number } => {
    const { camera } = stage.scene;
    camera.updateMatrixWorld();
    const seen = position.clone().project(camera);
    const box = stage.canvas.getBoundingClientRect();
    return {
      x: Math.round(box.left + ((seen.x + 1) / 2) * box.width),
      y: Math.round(box.top + ((1 - seen.y) / 2) * box.height),
    };
  };
  const tap = (x: number, y: number): void => {
    for (const type of ['pointerdown', 'pointerup'])
      stage.canvas.dispatchEvent(
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
  /** At each rate from the same beginning; returns where the camera was after each part. */
  const atEachRate = (play: (run: (seconds: number) => void) => void): void => {
    const ends = RATES.map((rate) => {
      stop();
      stage.state.view.set({ mode: 'normal', navigation: 'walk' });
      start();
      const places: number[][] = [];
      play((seconds) => {
        run(seconds, rate);
        places.push([...eye(), stage.scene.overview]);
      });
      return places;
    });
    for (const places of ends) places.forEach((place, i) => same(place, ends[0]![i]!, 1e-4));
  };

  it('fly to the overview and back the same way at 20, 60 and 144 frames a second', () => {
    atEachRate((then) => {
      turn({ kind: 'toggle', mode: 'overview' });
      then(0.5);
      then(0.5);
      turn({ kind: 'toggle', mode: 'overview' });
      then(0.25);
      then(5);
    });
    same(eye().slice(0, 3), [0, 1.7, 17], 1e-3);
    expect(stage.scene.overview).to.equal(0);
  });

  it('has flown 4 % of the way to the overview after a sixtieth of a second, and slows the stars by it', () => {
    const before = eye();
    turn({ kind: 'toggle', mode: 'overview' });
    run(1 / 60);
    const { camera, renderer } = stage.scene;
    const { x, y, z } = overviewPose(camera.fov, camera.aspect, renderer.domElement.clientHeight);
    [x, y, z].forEach((value, i) =>
      expect(eye()[i]).to.be.closeTo(before[i]! + (value - before[i]!) * 0.04, 1e-9),
    );
    expect(stage.scene.overview).to.be.closeTo(0.04, 1e-9);
    run(5);
    same(eye().slice(0, 3), [x, y, z]);
    expect(stage.scene.overview).to.equal(1);
  });

  it('let nobody walk or turn meanwhile, and give them back where they stood', () => {
    key('keydown', 'KeyW');
    run(1);
    turn({ kind: 'toggle', mode: 'overview' });
    run(1);
    const { x, z, yaw } = stage.scene.player;
    key('keydown', 'KeyD');
    run(3);
    same([stage.scene.player.x, stage.scene.player.z, stage.scene.player.yaw], [x, z, yaw], 1e-3);
    key('keyup', 'KeyW');
    key('keyup', 'KeyD');
    turn({ kind: 'escape' });
    run(5);
    same(eye().slice(0, 3), [x, stage.scene.player.y, z], 1e-3);
  });

  it('say nothing of what one would reach on foot, and do nothing with it', () => {
    run(0.5);
    expect(stage.state.world.hint.get()?.action).to.equal('E — read');
    turn({ kind: 'toggle', mode: 'overview' });
    key('keydown', 'KeyE', 'e');
    run(0.5);
    key('keydown', 'KeyE', 'e');
    const { x, y } = middle();
    tap(x, y);
    run(0.2);
    expect(stage.state.world.hint.get()).to.equal(undefined);
    expect(read).to.equal(0);
    turn({ kind: 'escape' });
    run(5);
    key('keydown', 'KeyE', 'e');
    expect(read).to.equal(1);
  });

  it('zoom with Z on what is in the middle, to 45 % of the distance, the same at every rate', () => {
    // The box's face is at z = 8, nine metres off: 4.05 m.
    atEachRate((then) => {
      key('keydown', 'KeyZ', 'z');
      then(0.25);
      then(0.5);
      then(4);
      turn({ kind: 'escape' });
      then(0.25);
      then(4);
    });
    key('keydown', 'KeyZ', 'z');
    const view = stage.state.view.get();
    expect(view.mode === 'zoom' && view.target.label).to.equal('Lamp');
    const before = eye();
    run(1 / 60);
    const flown = (before[2]! - eye()[2]!) / (before[2]! - (8 + Math.hypot(9, 9 * (0.7 / 17)) * 0.45));
    expect(flown, '7 % of the way in a sixtieth of a second').to.be.closeTo(0.07, 2e-3);
    run(5);
    const at = view.mode === 'zoom' ? view.target.at : [0, 0, 0];
    const { position } = stage.scene.camera;
    expect(Math.hypot(position.x - at[0]!, position.y - at[1]!, position.z - at[2]!)).to.be.closeTo(
      0.45 * Math.hypot(9, 9 * (0.7 / 17)),
      0.01,
    );
    run(0.2);
    expect(stage.state.world.hint.get()).to.deep.equal({ label: 'Lamp — 3 of 4 lit' });
    key('keydown', 'KeyZ', 'z');
    expect(stage.state.view.get().mode).to.equal('normal');
  });

  it('zoom by a double click, which does not take the mouse, and leave by one on the sky', async () => {
    run(0.1);
    const { x, y } = middle();
    await sendMouse({ type: 'move', position: [x, y] });
    const press = (): Promise<void> =>
      new Promise((done) => {
        for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
          stage.canvas.dispatchEvent(
            new PointerEvent(type, {
              pointerId: 1,
              pointerType: 'mouse',
              clientX: at.x,
              clientY: at.y,
              bubbles: true,
            }),
          );
        stage.canvas.dispatchEvent(
          new MouseEvent('dblclick', { clientX: at.x, clientY: at.y, bubbles: true }),
        );
        run(0.1);
        setTimeout(done, 400);
      });
    let at = { x, y };
    await press();
    expect(stage.state.view.get().mode).to.equal('zoom');
    expect(document.pointerLockElement).to.equal(null);
    run(4);
    at = { x: x - 230, y: y - 130 };
    await press();
    expect(stage.state.view.get().mode).to.equal('normal');
  });

  it('zoom by a double tap, but not when the first tap has done something', () => {
    run(0.1);
    const { x, y } = middle();
    stage.scene.interactions.register(thing, { label: () => 'Lamp — 3 of 4 lit', reach: 4 });
    tap(x, y);
    expect(stage.state.view.get().mode).to.equal('normal');
    tap(x, y);
    expect(stage.state.view.get().mode).to.equal('zoom');
    turn({ kind: 'escape' });
    run(4);
    const document = { title: 'Lamp', text: 'It is lit.', source: 'lamp.json' };
    stage.scene.interactions.register(thing, {
      label: () => 'Lamp',
      reach: 40,
      action: { key: 'E', text: () => 'read', run: () => turn({ kind: 'read', document }) },
    });
    tap(x, y);
    tap(x, y);
    expect(stage.state.view.get().mode).to.equal('document');
  });

  it('zoom at no points and no lines, call what has no name Object, and do not zoom from the overview', () => {
    stage.scene.interactions.unregister(thing);
    const shape = new BufferGeometry().setAttribute(
      'position',
      new Float32BufferAttribute([-1, 2.2, 12, 1, 2.2, 12, 0, 2.2, 12, 0, 2.2, 12.1], 3),
    );
    stage.scene.add(new Points(shape), new LineSegments(shape));
    stage.scene.updateMatrixWorld();
    key('keydown', 'KeyZ', 'z');
    const view = stage.state.view.get();
    expect(view.mode === 'zoom' && view.target.label).to.equal('Object');
    expect(view.mode === 'zoom' && view.target.at[2]).to.be.closeTo(8, 1e-6);
    turn({ kind: 'escape' });
    thing.visible = false;
    key('keydown', 'KeyZ', 'z');
    expect(stage.state.view.get().mode, 'nothing there').to.equal('normal');
    thing.visible = true;
    turn({ kind: 'toggle', mode: 'overview' });
    key('keydown', 'KeyZ', 'z');
    expect(stage.state.view.get().mode).to.equal('overview');
  });

  it('do not zoom while the visitor writes, or has switched the keys off', () => {
    const field = document.createElement('input');
    document.body.append(field);
    field.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', key: 'z', bubbles: true }));
    // As of a browser that fills the field in: an event without a key, of which nobody may break.
    field.dispatchEvent(new Event('keydown', { bubbles: true }));
    field.remove();
    stage.state.settings.set({ ...stage.state.settings.get(), shortcuts: false });
    key('keydown', 'KeyZ', 'z');
    expect(stage.state.view.get().mode).to.equal('normal');
  });

  it('orbit the middle by keys the same way at 20, 60 and 144 frames a second', () => {
    atEachRate((then) => {
      turn({ kind: 'navigate' });
      then(0.5);
      then(4);
      key('keydown', 'KeyD');
      then(1);
      key('keydown', 'KeyW');
      then(0.5);
      key('keyup', 'KeyD');
      key('keyup', 'KeyW');
      then(2);
      turn({ kind: 'navigate' });
      then(0.5);
      then(4);
    });
    same(eye().slice(0, 3), [0, 1.7, 17], 1e-3);
  });

  it('orbit within limits, never under the ground, always looking at the middle', () => {
    turn({ kind: 'navigate' });
    run(4);
    for (const held of ['ArrowDown', 'KeyS', 'KeyW', 'ArrowUp', 'KeyA'])
      for (const rate of [20, 144]) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code: held, key: held, bubbles: true }));
        run(6, rate);
        key('keyup', held);
        const { x, y, z } = stage.scene.camera.position;
        expect(y).to.be.greaterThan(heightAt(x, z) + 1);
        const far = Math.hypot(x, y - 2, z);
        expect(far).to.be.within(5.9, 75.1);
        const ahead = stage.scene.camera.getWorldDirection(thing.position.clone());
        expect(ahead.x * -x + ahead.y * (2 - y) + ahead.z * -z).to.be.closeTo(far, 0.01);
      }
    expect(stage.scene.player.z, 'the visitor stands where they stood').to.equal(17);
  });

  it('orbit by dragging and by the wheel, and listen only then', async () => {
    const { x, y } = middle();
    const drag = async (): Promise<void> => {
      await sendMouse({ type: 'move', position: [x, y] });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: [x + 60, y] });
      await sendMouse({ type: 'up' });
    };
    turn({ kind: 'navigate' });
    run(4);
    const before = eye();
    await drag();
    run(2);
    expect(Math.hypot(eye()[0]! - before[0]!, eye()[2]! - before[2]!)).to.be.greaterThan(3);
    const far = Math.hypot(...stage.scene.camera.position.toArray());
    stage.canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 400, bubbles: true, cancelable: true }));
    run(2);
    expect(Math.hypot(...stage.scene.camera.position.toArray())).to.be.greaterThan(far * 1.1);
    await new Promise((done) => setTimeout(done, 400));
    expect(document.pointerLockElement).to.equal(null);
    turn({ kind: 'navigate' });
    run(4);
    const wheel = new WheelEvent('wheel', { deltaY: 400, bubbles: true, cancelable: true });
    stage.canvas.dispatchEvent(wheel);
    expect(wheel.defaultPrevented).to.equal(false);
    expect(stage.canvas.style.touchAction).to.equal('none');
  });

  it('come back to the orbit where it was left, and begin it anew after a walk', () => {
    turn({ kind: 'navigate' });
    run(4);
    key('keydown', 'KeyD');
    run(1);
    key('keyup', 'KeyD');
    run(2);
    const left = eye();
    turn({ kind: 'toggle', mode: 'overview' });
    run(5);
    turn({ kind: 'escape' });
    run(6);
    same(eye(), left, 1e-3);
  });

  it('in an orbit a click says what a thing is and how far, and does nothing', async () => {
    turn({ kind: 'navigate' });
    run(4);
    const { x, y } = placeOf(thing);
    await sendMouse({ type: 'click', position: [x, y] });
    run(0.2);
    const hint = stage.state.world.hint.get();
    expect(hint?.label).to.equal('Lamp — 3 of 4 lit');
    expect(hint?.action).to.match(/^\d+ m away$/);
    expect(read).to.equal(0);
  });

  it('cut in place of flying for visitors who ask for less motion', () => {
    stage.state.world.reducedMotion.set(true);
    turn({ kind: 'toggle', mode: 'overview' });
    run(1 / 60);
    const { camera, renderer } = stage.scene;
    const { x, y, z } = overviewPose(camera.fov, camera.aspect, renderer.domElement.clientHeight);
    same(eye().slice(0, 3), [x, y, z]);
    expect(stage.scene.overview).to.equal(1);
    turn({ kind: 'escape' });
    run(1 / 60);
    same(eye().slice(0, 3), [0, 1.7, 17]);
    key('keydown', 'KeyZ', 'z');
    run(1 / 60);
    expect(eye()[2]).to.be.lessThan(13);
    turn({ kind: 'escape' });
    turn({ kind: 'navigate' });
    run(1 / 60);
    expect(Math.hypot(eye()[0]!, eye()[2]!)).to.be.greaterThan(20);
  });

  it('leave nothing behind in the middle of it', () => {
    for (const command of [{ kind: 'toggle', mode: 'overview' }, { kind: 'navigate' }] as const) {
      turn(command);
      run(0.3);
      stop();
      expect(stage.scene.cameraModes.size).to.equal(0);
      expect(stage.scene.overview).to.equal(0);
      stage.state.view.set({ mode: 'normal', navigation: 'walk' });
      key('keydown', 'KeyZ', 'z');
      expect(stage.state.view.get().mode).to.equal('normal');
      start();
      run(1 / 60);
      same(eye().slice(0, 3), [0, 1.7, 17]);
    }
  });
});
