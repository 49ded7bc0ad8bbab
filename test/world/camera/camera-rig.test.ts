import { expect } from '@open-wc/testing';
import { EYE, useCameraModes } from './camera-modes.ts';
import { overviewPose } from '../../../world/camera/overview.ts';

describe('the camera rig', () => {
  const home = useCameraModes();
  const { run, dispatch, pose, expectPose, press, start, stop } = home;

  it('cuts to every camera mode under reduced motion', () => {
    home.state.world.reducedMotion.set(true);
    dispatch({ kind: 'toggle', mode: 'overview' });
    run(1 / 60);
    const { camera, renderer } = home.scene;
    const { x, y, z } = overviewPose(camera.fov, camera.aspect, renderer.domElement.clientHeight);
    expectPose(pose().slice(0, 3), [x, y, z]);
    expect(home.scene.frame.overview).to.equal(1);
    dispatch({ kind: 'escape' });
    run(1 / 60);
    expectPose(pose().slice(0, 3), EYE);
    press('keydown', 'KeyZ', 'z');
    run(1 / 60);
    expect(pose()[2]).to.be.lessThan(13);
    dispatch({ kind: 'escape' });
    dispatch({ kind: 'navigate' });
    run(1 / 60);
    expect(Math.hypot(pose()[0]!, pose()[2]!)).to.be.greaterThan(20);
  });

  it('leaves nothing behind when it is disposed during a transition', () => {
    for (const command of [{ kind: 'toggle', mode: 'overview' }, { kind: 'navigate' }] as const) {
      dispatch(command);
      run(0.3);
      stop();
      expect(home.scene.registry.cameraModes.size).to.equal(0);
      expect(home.scene.frame.overview).to.equal(0);
      home.state.view.set({ mode: 'normal', navigation: 'walk' });
      press('keydown', 'KeyZ', 'z');
      expect(home.state.view.get().mode).to.equal('normal');
      start();
      run(1 / 60);
      expectPose(pose().slice(0, 3), EYE);
    }
  });
});
