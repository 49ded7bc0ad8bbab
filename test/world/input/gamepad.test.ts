import { expect } from '@open-wc/testing';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import * as gamepad from '../../../world/input/gamepad.ts';
import * as pointing from '../../../world/interaction/interaction-system.ts';
import * as cameraRig from '../../../world/camera/camera-rig.ts';
import * as walk from '../../../world/player/walk.ts';
import { Object3D } from 'three';
import { type ScriptedGamepads, scriptGamepads } from '../../helpers/gamepads.ts';
import { START as VISIT } from '../../../world/core/scene/start.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const [A, B, X, Y, TRIGGER, START] = [0, 1, 2, 3, 7, 9] as const;

describe('a gamepad', () => {
  let stage: TestStage;
  let pads: ScriptedGamepads;
  beforeEach(() => {
    pads = scriptGamepads();
    stage = createTestStage();
    for (const module of [walk, cameraRig, pointing, gamepad]) module.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    for (const module of [gamepad, pointing, cameraRig, walk]) module.dispose();
    stage.dispose();
    pads.end();
  });
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < Math.round(seconds * rate); i++) {
      walk.update(i / rate, 1 / rate);
      cameraRig.update(i / rate, 1 / rate);
      pointing.update(i / rate, 1 / rate);
      gamepad.update(i / rate, 1 / rate);
    }
  };
  const eye = () => stage.scene.camera.position;

  it('is polled only while one is connected', () => {
    const before = pads.asked();
    run(1);
    expect(pads.asked()).to.equal(before);
    const pad = pads.connect();
    run(1);
    expect(pads.asked()).to.equal(before + 60);
    pad.disconnect();
    const after = pads.asked();
    run(1);
    expect(pads.asked()).to.equal(after);
  });

  it('walks with the left stick, slower when it is pushed less, and runs with the trigger', () => {
    const pad = pads.connect();
    expect(stage.state.world.gamepad.get()).to.equal('whole');
    pad.axes[1] = -1;
    run(1);
    const whole = VISIT.z - eye().z;
    expect(whole).to.be.within(3, 4.3);
    pad.axes[1] = -0.5;
    run(0.5);
    const from = eye().z;
    run(0.5);
    expect(from - eye().z).to.be.within(0.3, 1.2);
    pad.axes[1] = 1;
    pad.press(TRIGGER);
    run(1);
    expect(eye().z - from).to.be.greaterThan(4);
  });

  it('moves the same way at 20, 60 and 144 frames per second, within one frame of input delay', () => {
    const pad = pads.connect();
    const ends = [20, 60, 144].map((rate) => {
      stage.scene.player.teleport(0, VISIT.z, 0, 0);
      pad.axes[0] = 0.4;
      pad.axes[1] = -0.8;
      pad.axes[2] = 0.5;
      run(2, rate);
      pad.axes.fill(0);
      run(1, rate);
      return eye().clone();
    });
    for (const end of ends) expect(end.distanceTo(ends[2]!)).to.be.lessThan(0.35);
  });

  it('looks with the right stick, finely near the middle, and ignores drift', () => {
    const pad = pads.connect();
    const turned = (x: number, y: number): [number, number] => {
      stage.scene.player.teleport(0, VISIT.z, 0, 0);
      pad.axes[2] = x;
      pad.axes[3] = y;
      run(0.5);
      const { x: pitch, y: yaw } = stage.scene.camera.rotation;
      return [yaw, pitch];
    };
    expect(turned(0.12, -0.1)).to.deep.equal([0, 0]);
    const [little] = turned(-0.4, 0);
    const [much, level] = turned(-0.8, 0);
    expect(little).to.be.greaterThan(0.01);
    expect(much).to.be.greaterThan(little * 4);
    expect(level).to.equal(0);
    expect(turned(0, -1)[1]).to.be.greaterThan(0.3);
    stage.state.settings.set({ ...stage.state.settings.get(), invertLook: true });
    expect(turned(0, -1)[1]).to.be.lessThan(-0.3);
  });

  it('works beside the keyboard', () => {
    const pad = pads.connect();
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyW', key: 'w' }));
    pad.axes[0] = 1;
    run(1);
    window.dispatchEvent(new KeyboardEvent('keyup', { code: 'KeyW', key: 'w' }));
    expect(eye().z).to.be.lessThan(15);
    expect(eye().x).to.be.greaterThan(2);
    // Diagonal speed equals forward speed.
    expect(Math.hypot(eye().x, eye().z - VISIT.z)).to.be.lessThan(4.3);
  });

  it('stops moving when it is disconnected, and the next gamepad works', () => {
    const pad = pads.connect();
    const other = pads.connect('');
    pad.disconnect();
    expect(stage.state.world.gamepad.get()).to.equal('sticks');
    other.axes[1] = -1;
    run(0.1);
    other.axes[1] = 0;
    run(0.1);
    other.disconnect();
    run(2);
    const { z } = eye();
    run(1);
    expect(eye().z).to.equal(z);
    expect(stage.state.world.gamepad.get()).to.equal('none');
  });

  it('stops while the window has no focus, and ignores buttons pressed meanwhile', () => {
    const pad = pads.connect();
    pad.axes[1] = -1;
    run(0.2);
    window.dispatchEvent(new Event('blur'));
    pad.press(X);
    run(2);
    const { z } = eye();
    run(1);
    expect(eye().z).to.equal(z);
    pad.axes[1] = 0;
    window.dispatchEvent(new Event('focus'));
    run(0.2);
    expect(stage.state.view.get().mode).to.equal('normal');
    pad.release(X);
    run(0.1);
    pad.press(X);
    run(0.1);
    expect(stage.state.view.get().mode).to.equal('overview');
  });

  it('runs the action of the hint with A, once per press', () => {
    const thing = new Object3D();
    thing.position.set(0, VISIT.y, VISIT.z - 2);
    stage.scene.add(thing);
    stage.scene.updateMatrixWorld(true);
    let done = 0;
    stage.scene.interactions.register(thing, {
      label: () => 'a thing',
      reach: 4,
      action: { key: 'F', text: () => 'use', run: () => done++ },
    });
    run(0.5);
    expect(stage.state.world.hint.get()?.action).to.equal('F — use');
    const pad = pads.connect();
    run(0.1);
    pad.press(A);
    run(0.5);
    expect(done).to.equal(1);
    pad.release(A);
    run(0.1);
    pad.press(A);
    run(0.1);
    expect(done).to.equal(2);
  });

  it('switches views with X and Y, opens the help with Start, and sends Escape with B', () => {
    const pad = pads.connect();
    const { state } = stage;
    const push = (button: number): void => {
      run(0.1);
      pad.press(button);
      run(0.1);
      pad.release(button);
      run(0.1);
    };
    push(X);
    expect(state.view.get().mode).to.equal('overview');
    push(X);
    push(Y);
    expect(state.view.get()).to.deep.equal({ mode: 'normal', navigation: 'orbit' });
    const commands = state.pageCommand.reader();
    push(START);
    push(B);
    expect([commands.next(), commands.next(), commands.next()]).to.deep.equal(['help', 'escape', undefined]);
  });

  it('with an unknown mapping uses its sticks only, and ignores a trigger that rests at its end', () => {
    const pad = pads.connect('');
    pad.axes[1] = -1;
    pad.axes[2] = -1;
    pad.press(X);
    run(1);
    expect(stage.state.view.get().mode).to.equal('normal');
    expect(stage.scene.camera.rotation.y).to.equal(0);
    expect(eye().z).to.equal(VISIT.z);
    pad.axes[1] = 0;
    run(0.1);
    pad.axes[1] = -1;
    run(1);
    expect(eye().z).to.be.lessThan(VISIT.z - 3);
  });

  it('does not move the visitor in other camera modes', () => {
    const pad = pads.connect();
    dispatchView(stage.state, { kind: 'toggle', mode: 'overview' });
    pad.axes.fill(-1);
    run(1);
    expect([stage.scene.player.x, stage.scene.player.z]).to.deep.equal([0, VISIT.z]);
  });
});
