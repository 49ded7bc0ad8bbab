import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { heightAt } from '../../../world/terrain/island/height.ts';
import { EYE, useCameraModes } from './camera-modes.ts';

describe('the orbit camera', () => {
  const home = useCameraModes();
  const { run, dispatch, pose, expectPose, press, middle, placeOf, atEachRate } = home;

  it('follows keys the same way at 20, 60 and 144 frames per second', () => {
    atEachRate((then) => {
      dispatch({ kind: 'navigate' });
      then(0.5);
      then(4);
      press('keydown', 'KeyD');
      then(1);
      press('keydown', 'KeyW');
      then(0.5);
      press('keyup', 'KeyD');
      press('keyup', 'KeyW');
      then(2);
      dispatch({ kind: 'navigate' });
      then(0.5);
      then(4);
    });
    expectPose(pose().slice(0, 3), EYE, 1e-3);
  });

  it('stops when the command key of a Mac is released, which hides the release of other keys', () => {
    dispatch({ kind: 'navigate' });
    run(4);
    press('keydown', 'KeyD');
    run(1);
    press('keyup', 'MetaLeft', 'Meta');
    run(2);
    const left = pose();
    run(2);
    expectPose(pose(), left, 1e-3);
  });

  it('is reached by 0.07 of the remaining way in each 60th of a second', () => {
    const eye = pose().slice(0, 3);
    dispatch({ kind: 'navigate' });
    run(1);
    const after = pose().slice(0, 3);
    run(20);
    const end = pose().slice(0, 3);
    const way = (from: readonly number[]): number => Math.hypot(...from.map((value, i) => value - end[i]!));
    expect(way(after) / way(eye)).to.be.closeTo(0.93 ** 60, 0.003);
  });

  it('stays within limits and above the ground, and always faces the middle', () => {
    dispatch({ kind: 'navigate' });
    run(4);
    for (const held of ['ArrowDown', 'KeyS', 'KeyW', 'ArrowUp', 'KeyA'])
      for (const rate of [20, 144]) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code: held, key: held, bubbles: true }));
        run(6, rate);
        press('keyup', held);
        const { x, y, z } = home.scene.camera.position;
        expect(y).to.be.greaterThan(heightAt(x, z) + 1);
        const far = Math.hypot(x, y - 2, z);
        expect(far).to.be.within(5.9, 75.1);
        const ahead = home.scene.camera.getWorldDirection(home.box.position.clone());
        expect(ahead.x * -x + ahead.y * (2 - y) + ahead.z * -z).to.be.closeTo(far, 0.01);
      }
    expect(home.scene.player.z, 'the visitor has not moved').to.equal(17);
  });

  it('follows dragging and the wheel, only while it is active', async () => {
    const { x, y } = middle();
    const drag = async (): Promise<void> => {
      await sendMouse({ type: 'move', position: [x, y] });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: [x + 60, y] });
      await sendMouse({ type: 'up' });
    };
    dispatch({ kind: 'navigate' });
    run(4);
    const before = pose();
    await drag();
    run(2);
    expect(Math.hypot(pose()[0]! - before[0]!, pose()[2]! - before[2]!)).to.be.greaterThan(3);
    const far = Math.hypot(...home.scene.camera.position.toArray());
    home.canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 400, bubbles: true, cancelable: true }));
    run(2);
    expect(Math.hypot(...home.scene.camera.position.toArray())).to.be.greaterThan(far * 1.1);
    await new Promise((done) => setTimeout(done, 400));
    expect(document.pointerLockElement).to.equal(null);
    dispatch({ kind: 'navigate' });
    run(4);
    const wheel = new WheelEvent('wheel', { deltaY: 400, bubbles: true, cancelable: true });
    home.canvas.dispatchEvent(wheel);
    expect(wheel.defaultPrevented).to.equal(false);
    expect(home.canvas.style.touchAction).to.equal('none');
  });

  it('returns from the overview to its last pose', () => {
    dispatch({ kind: 'navigate' });
    run(4);
    press('keydown', 'KeyD');
    run(1);
    press('keyup', 'KeyD');
    run(2);
    const left = pose();
    dispatch({ kind: 'toggle', mode: 'overview' });
    run(5);
    dispatch({ kind: 'escape' });
    run(6);
    expectPose(pose(), left, 1e-3);
  });

  it('begins on the visitor’s own side again after they walked', () => {
    dispatch({ kind: 'navigate' });
    run(4);
    const first = pose();
    press('keydown', 'KeyD');
    run(1);
    press('keyup', 'KeyD');
    run(2);
    expect(pose()[0]! - first[0]!, 'turned').to.be.greaterThan(3);
    dispatch({ kind: 'navigate' });
    run(4);
    dispatch({ kind: 'navigate' });
    run(4);
    expectPose(pose(), first, 1e-3);
  });

  it('names an object and its distance on a click, without running its action', async () => {
    dispatch({ kind: 'navigate' });
    run(4);
    const { x, y } = placeOf(home.box);
    await sendMouse({ type: 'click', position: [x, y] });
    run(0.2);
    const hint = home.state.world.hint.get();
    expect(hint?.label).to.equal('Lamp — 3 of 4 lit');
    expect(hint?.action).to.match(/^\d+ m away$/);
    expect(home.actions).to.equal(0);
  });
});
