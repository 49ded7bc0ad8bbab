import { expect } from '@open-wc/testing';
import { theme } from '../../../theme/theme.ts';
import * as orbit from '../../../world/camera/orbit.ts';
import * as rig from '../../../world/camera/camera-rig.ts';
import * as walk from '../../../world/player/walk.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const modules = [walk, rig, orbit];

describe('the inputs of the orbit camera', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    for (const module of modules) module.init(stage.scene, stage.state, theme);
    stage.state.world.reducedMotion.set(true);
    stage.state.view.set({ mode: 'normal', navigation: 'orbit' });
    run(0.5);
  });
  afterEach(() => {
    for (const module of modules.toReversed()) module.dispose();
    stage.dispose();
  });
  const run = (seconds: number): void => {
    for (let i = 0; i < Math.round(seconds * 60); i++)
      for (const module of modules) module.update(i / 60, 1 / 60);
  };
  const pointer = (type: string, pointerType: string, pointerId: number, x: number): void => {
    stage.canvas.dispatchEvent(
      new PointerEvent(type, { pointerType, pointerId, clientX: x, clientY: 20, bubbles: true }),
    );
  };

  it('orbits with either stick of a gamepad, and moves nearer', () => {
    const { camera, input } = stage.scene;
    const at = camera.position.clone();
    input.right = 1;
    run(0.5);
    input.right = 0;
    const right = camera.position.x - at.x;
    expect(Math.abs(right)).to.be.greaterThan(1);
    input.turn = 1;
    run(0.5);
    input.turn = 0;
    expect(camera.position.x).to.be.closeTo(at.x, 0.5);
    input.ahead = 1;
    run(0.5);
    input.ahead = 0;
    expect(camera.position.length()).to.be.lessThan(at.length() - 1);
  });

  it('accepts a finger on the canvas while the mouse button is held', () => {
    const errors: unknown[] = [];
    const onError = (event: ErrorEvent): void => {
      errors.push(event.error);
      event.preventDefault();
    };
    const heard = window.onerror;
    window.onerror = null;
    window.addEventListener('error', onError);
    stage.canvas.setPointerCapture = () => undefined;
    stage.canvas.releasePointerCapture = () => undefined;
    pointer('pointerdown', 'mouse', 1, 20);
    pointer('pointerdown', 'touch', 5, 40);
    pointer('pointermove', 'touch', 5, 50);
    pointer('pointerdown', 'touch', 7, 60);
    pointer('pointerup', 'touch', 7, 60);
    // The mouse is on a button of the page.
    document.body.dispatchEvent(
      new PointerEvent('pointerup', { pointerType: 'touch', pointerId: 8, bubbles: true }),
    );
    pointer('pointerup', 'mouse', 1, 20);
    pointer('pointerup', 'touch', 5, 50);
    window.removeEventListener('error', onError);
    window.onerror = heard;
    expect(errors).to.deep.equal([]);
    // After this, only a finger moves the camera.
    const { x } = stage.scene.camera.position;
    pointer('pointerdown', 'touch', 6, 20);
    pointer('pointermove', 'touch', 6, 60);
    pointer('pointerup', 'touch', 6, 60);
    run(0.5);
    expect(stage.scene.camera.position.x).not.to.be.closeTo(x, 0.2);
  });
});
