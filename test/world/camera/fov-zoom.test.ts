import { expect } from '@open-wc/testing';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import * as lens from '../../../world/camera/fov-zoom.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

describe('the field-of-view zoom', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    lens.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    lens.dispose();
    stage.dispose();
  });
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < Math.round(seconds * rate); i++) lens.update(i / rate, 1 / rate);
  };
  /** The vertical field of view in degrees, with zoom. */
  const degrees = (): number => stage.scene.camera.getEffectiveFOV();
  const wheel = (deltaY: number, differs: WheelEventInit = {}): WheelEvent => {
    const event = new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true, ...differs });
    stage.canvas.dispatchEvent(event);
    return event;
  };

  it('narrows the view from 60° to at most 25° by pinching, and widens it back to 60°', () => {
    stage.scene.input.zoomDelta = Math.log(2);
    run(2);
    expect(degrees()).to.be.closeTo(32.2, 0.1);
    stage.scene.input.zoomDelta = 5;
    run(2);
    expect(degrees()).to.be.closeTo(25, 0.01);
    stage.scene.input.zoomDelta = -5;
    run(2);
    expect(degrees()).to.be.closeTo(60, 1e-9);
    expect(stage.scene.camera.zoom).to.equal(1);
  });

  it('eases the same way at 20, 60 and 144 frames per second', () => {
    const after = [20, 60, 144].map((rate) => {
      stage.scene.input.zoomDelta = -5;
      run(3);
      stage.scene.input.zoomDelta = 5;
      run(0.25, rate);
      return degrees();
    });
    for (const one of after) {
      expect(one).to.be.within(25.2, 45);
      expect(one).to.be.closeTo(after[0]!, 1e-6);
    }
  });

  it('follows the wheel, and leaves the browser’s own zoom alone', () => {
    expect(wheel(-500).defaultPrevented).to.equal(true);
    run(2);
    expect(degrees()).to.be.within(30, 40);
    const before = degrees();
    expect(wheel(-500, { ctrlKey: true }).defaultPrevented).to.equal(false);
    run(2);
    expect(degrees()).to.equal(before);
    for (let i = 0; i < 10; i++) wheel(3, { deltaMode: 1 });
    run(2);
    expect(degrees()).to.be.closeTo(60, 1e-9);
  });

  it('follows + and −, except while shortcuts are off or the visitor types', () => {
    const press = (key: string, target: EventTarget = window): boolean =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    for (let i = 0; i < 4; i++) press('+');
    run(2);
    expect(degrees()).to.be.closeTo(25, 0.01);
    press('-');
    run(2);
    const { settings } = stage.state;
    settings.set({ ...settings.get(), shortcuts: false });
    const before = degrees();
    expect(before).to.be.greaterThan(28);
    press('-');
    settings.set({ ...settings.get(), shortcuts: true });
    const field = document.createElement('input');
    document.body.append(field);
    press('-', field);
    field.remove();
    run(2);
    expect(degrees()).to.equal(before);
  });

  it('says how much the view is magnified, and ends that when the page asks for it', () => {
    const { fovZoom } = stage.state.world;
    stage.scene.input.zoomDelta = Math.log(2);
    run(1 / 60);
    expect(fovZoom.get()).to.be.closeTo(2, 1e-9);
    fovZoom.set(1);
    run(2);
    expect(degrees()).to.be.closeTo(60, 1e-9);
  });

  it('opens fully where the visitor arrives, and stays while they turn', () => {
    const { player } = stage.scene;
    wheel(-400);
    run(2);
    player.yaw = 1;
    run(0.1);
    expect(degrees()).to.be.lessThan(40);
    player.teleport(3, 4, 0, 0);
    run(2);
    expect(degrees()).to.be.closeTo(60, 1e-9);
    expect(stage.state.world.fovZoom.get()).to.equal(1);
  });

  it('magnifies a close look, which begins and ends with the whole view', () => {
    const look = (at: readonly [number, number, number]): void => {
      dispatchView(stage.state, { kind: 'zoom', target: { label: 'Lamp', at, distance: 2 } });
      run(2);
    };
    wheel(-400);
    run(2);
    look([0, 2, 0]);
    expect(degrees()).to.be.closeTo(60, 1e-9);
    stage.scene.input.zoomDelta = Math.log(2);
    run(2);
    expect(degrees()).to.be.closeTo(32.2, 0.1);
    look([1, 2, 0]);
    expect(degrees(), 'at another thing').to.be.closeTo(60, 1e-9);
    stage.scene.input.zoomDelta = Math.log(2);
    run(2);
    dispatchView(stage.state, { kind: 'escape' });
    run(2);
    expect(degrees()).to.be.closeTo(60, 1e-9);
  });

  it('opens fully in other camera modes, and stays there', () => {
    wheel(-400);
    run(2);
    dispatchView(stage.state, { kind: 'toggle', mode: 'overview' });
    expect(wheel(-400).defaultPrevented).to.equal(false);
    run(2);
    expect(stage.scene.camera.zoom).to.equal(1);
    dispatchView(stage.state, { kind: 'escape' });
    run(2);
    expect(stage.scene.camera.zoom).to.equal(1);
  });

  it('cuts under reduced motion', () => {
    stage.state.world.reducedMotion.set(true);
    stage.scene.input.zoomDelta = 5;
    run(1 / 60);
    expect(degrees()).to.be.closeTo(25, 0.01);
  });

  it('restores the camera on dispose', () => {
    wheel(-400);
    run(1);
    lens.dispose();
    expect(stage.scene.camera.zoom).to.equal(1);
    expect(wheel(-400).defaultPrevented).to.equal(false);
    lens.init(stage.scene, stage.state, theme);
  });
});
