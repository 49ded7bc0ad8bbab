import { expect } from '@open-wc/testing';
import { Vector2 } from 'three';
import { EYE, useCameraModes } from './camera-modes.ts';
import { overviewPose } from '../../../world/camera/overview.ts';

describe('the overview camera', () => {
  const home = useCameraModes();
  const { run, dispatch, pose, expectPose, press, tap, middle, atEachRate } = home;

  it('flies there and back the same way at 20, 60 and 144 frames per second', () => {
    atEachRate((then) => {
      dispatch({ kind: 'toggle', mode: 'overview' });
      then(0.5);
      then(0.5);
      dispatch({ kind: 'toggle', mode: 'overview' });
      then(0.25);
      then(5);
    });
    expectPose(pose().slice(0, 3), EYE, 1e-3);
    expect(home.scene.frame.overview).to.equal(0);
  });

  it('covers 4 % of the way in the first 1/60 s, and reports its progress', () => {
    const before = pose();
    dispatch({ kind: 'toggle', mode: 'overview' });
    run(1 / 60);
    const { camera, renderer } = home.scene;
    const { x, y, z } = overviewPose(camera.fov, camera.aspect, renderer.getSize(new Vector2()).y);
    [x, y, z].forEach((value, i) =>
      expect(pose()[i]).to.be.closeTo(before[i]! + (value - before[i]!) * 0.04, 1e-9),
    );
    expect(home.scene.frame.overview).to.be.closeTo(0.04, 1e-9);
    run(5);
    expectPose(pose().slice(0, 3), [x, y, z]);
    expect(home.scene.frame.overview).to.equal(1);
  });

  it('stops the visitor from walking and turning, and returns to their place', () => {
    press('keydown', 'KeyW');
    run(1);
    dispatch({ kind: 'toggle', mode: 'overview' });
    run(1);
    const { x, z, yaw } = home.scene.player;
    press('keydown', 'KeyD');
    run(3);
    expectPose([home.scene.player.x, home.scene.player.z, home.scene.player.yaw], [x, z, yaw], 1e-3);
    press('keyup', 'KeyW');
    press('keyup', 'KeyD');
    dispatch({ kind: 'escape' });
    run(5);
    expectPose(pose().slice(0, 3), [x, home.scene.player.y, z], 1e-3);
  });

  it('shows no hint and runs no action of an object in reach', () => {
    run(0.5);
    expect(home.state.world.hint.get()?.action).to.equal('E — read');
    dispatch({ kind: 'toggle', mode: 'overview' });
    press('keydown', 'KeyE', 'e');
    run(0.5);
    press('keydown', 'KeyE', 'e');
    const { x, y } = middle();
    tap(x, y);
    run(0.2);
    expect(home.state.world.hint.get()).to.equal(undefined);
    expect(home.actions).to.equal(0);
    dispatch({ kind: 'escape' });
    run(5);
    press('keydown', 'KeyE', 'e');
    expect(home.actions).to.equal(1);
  });
});
