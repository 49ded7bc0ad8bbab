import { expect } from '@open-wc/testing';
import { Vector3 } from 'three';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { talk as talkTo } from '../../../data/view/go-to.ts';
import { theme } from '../../../theme/theme.ts';
import * as rig from '../../../world/camera/camera-rig.ts';
import * as talk from '../../../world/camera/talk.ts';
import * as walk from '../../../world/player/walk.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const modules = [walk, rig, talk];
const key = (type: 'keydown' | 'keyup', code: string): boolean =>
  window.dispatchEvent(new KeyboardEvent(type, { code, key: code, bubbles: true }));

describe('talking', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(960, 540);
    for (const { init } of modules) init(stage.scene, stage.state, theme);
    run(0.1);
    stage.scene.player.teleport(6, 9, 0.4, 0.1);
    run(0.1);
  });
  afterEach(() => {
    for (const code of ['KeyW', 'KeyS']) key('keyup', code);
    for (const { dispose } of modules.toReversed()) dispose();
    stage.dispose();
  });
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < Math.round(seconds * rate); i++)
      for (const { update } of modules) update(i / rate, 1 / rate);
  };
  const open = (isOpen: boolean): void => stage.state.panels.chat.set(isOpen);
  const metres = (): number => Math.hypot(stage.scene.camera.position.x, stage.scene.camera.position.z);
  const expectAtFirstPlace = (): void => {
    const { x, z, yaw, pitch } = stage.scene.player;
    expect([x, z, yaw, pitch].map((value) => value.toFixed(3))).to.deep.equal([
      '6.000',
      '9.000',
      '0.400',
      '0.100',
    ]);
  };
  /** Where the place at that height over the platform's middle is in the picture, 0 to 1 from the upper left. */
  const shownAt = (height: number): readonly [number, number] => {
    const { camera } = stage.scene;
    camera.updateMatrixWorld();
    const { x, y } = new Vector3(0, height, 0).project(camera);
    return [(x + 1) / 2, (1 - y) / 2];
  };

  for (const rate of [20, 60, 144])
    it(`eases the visitor to the resident, and back when the chat is closed (${rate} frames per second)`, () => {
      open(true);
      run(0.2, rate);
      expect(metres(), 'on the way').to.be.within(4, 9);
      run(2.5, rate);
      expect(metres()).to.be.closeTo(3.2, 0.02);
      open(false);
      run(0.2, rate);
      expect(metres(), 'on the way back').to.be.within(4, 10);
      run(2.5, rate);
      expectAtFirstPlace();
    });

  it('is a cut with reduced motion, there and back', () => {
    stage.state.world.reducedMotion.set(true);
    open(true);
    run(2 / 60);
    expect(metres()).to.be.closeTo(3.2, 0.02);
    open(false);
    run(2 / 60);
    expectAtFirstPlace();
  });

  it('shows the whole resident in the free part of the picture', () => {
    const column = { left: 0.26, top: 0.1, right: 0.69, bottom: 1 };
    const sheet = { left: 0, top: 0.16, right: 1, bottom: 0.44 };
    // Over the resident there is room for its words, but not above the sheet of a phone.
    for (const [free, aspect, fov, top] of [
      [column, 16 / 9, 60, 3.8],
      [sheet, 390 / 844, 78, 2.8],
    ] as const) {
      const { camera } = stage.scene;
      camera.aspect = aspect;
      camera.fov = fov;
      camera.updateProjectionMatrix();
      open(true);
      run(1 / 30);
      // The page measures after it is laid out.
      stage.state.world.freePart.set(free);
      run(3);
      const [x, y] = shownAt((0.4 + top) / 2);
      expect(x).to.be.closeTo((free.left + free.right) / 2, 0.03);
      expect(y).to.be.closeTo((free.top + free.bottom) / 2, 0.05);
      for (const [height, side] of [
        [0.5, 0],
        [top - 0.1, 0],
        [1.6, -0.6],
        [1.6, 0.6],
      ] as const) {
        const { yaw } = stage.scene.player;
        const at = new Vector3(Math.cos(yaw) * side, height, -Math.sin(yaw) * side).project(camera);
        expect((at.x + 1) / 2, `${height} ${side}`).to.be.within(free.left, free.right);
        expect((1 - at.y) / 2, `${height} ${side}`).to.be.within(free.top - 0.02, free.bottom + 0.02);
      }
      open(false);
      stage.state.world.freePart.set(undefined);
      run(3);
    }
  });

  it('moves the visitor to a new place when a sheet grows, unless they have looked elsewhere', () => {
    const { freePart } = stage.state.world;
    open(true);
    freePart.set({ left: 0, top: 0.1, right: 1, bottom: 0.7 });
    run(3);
    freePart.set({ left: 0, top: 0.1, right: 1, bottom: 0.44 });
    run(3);
    expect(shownAt(1.6)[1]).to.be.closeTo(0.27, 0.05);
    const { player } = stage.scene;
    key('keydown', 'ArrowLeft');
    run(0.4);
    key('keyup', 'ArrowLeft');
    run(1);
    const { yaw } = player;
    freePart.set({ left: 0, top: 0.1, right: 1, bottom: 0.7 });
    run(2);
    expect(player.yaw).to.be.closeTo(yaw, 1e-6);
  });

  it('ends when the visitor walks, before or after they arrive; closing the chat then does not move them', () => {
    for (const seconds of [0.1, 2.5]) {
      stage.scene.player.teleport(6, 9, 0.4, 0.1);
      open(true);
      run(seconds);
      key('keydown', 'KeyS');
      run(0.5);
      key('keyup', 'KeyS');
      run(1);
      const { x, z } = stage.scene.player;
      open(false);
      run(2);
      expect(Math.hypot(stage.scene.player.x - x, stage.scene.player.z - z), `${seconds} s`).to.be.lessThan(
        0.01,
      );
    }
  });

  it('is ended by a teleport', () => {
    open(true);
    run(0.2);
    stage.scene.player.teleport(-4, 12, 0, 0);
    run(1);
    open(false);
    run(1);
    expect(stage.scene.player.z).to.be.closeTo(12, 0.01);
  });

  it('does not move the visitor in another view, in the orbit, or where it is switched off', () => {
    const tryIt = (): void => {
      open(true);
      run(1);
      expectAtFirstPlace();
      open(false);
      run(0.1);
    };
    for (const mode of ['overview', 'photo', 'time-lapse', 'oath'] as const) {
      dispatchView(stage.state, { kind: 'enter', mode });
      tryIt();
    }
    dispatchView(stage.state, { kind: 'enter', mode: 'normal' });
    dispatchView(stage.state, { kind: 'navigate' });
    tryIt();
    dispatchView(stage.state, { kind: 'navigate' });
    changeSettings(stage.state, { comeCloser: false });
    tryIt();
  });

  it('goes back at once where another view has the camera', () => {
    open(true);
    run(2.5);
    dispatchView(stage.state, { kind: 'enter', mode: 'overview' });
    run(0.5);
    open(false);
    run(2 / 60);
    expectAtFirstPlace();
  });

  it('comes again when the resident is chosen and the chat is open', () => {
    open(true);
    run(2.5);
    stage.scene.player.teleport(6, 9, 0.4, 0.1);
    run(0.5);
    talkTo(stage.state);
    run(2.5);
    expect(metres()).to.be.closeTo(3.2, 0.02);
    open(false);
    run(2.5);
    expectAtFirstPlace();
  });
});
