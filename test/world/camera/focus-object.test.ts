import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { BufferGeometry, Float32BufferAttribute, LineSegments, Points } from 'three';
import { useCameraModes } from './camera-modes.ts';

describe('the close-up camera', () => {
  const home = useCameraModes();
  const { run, dispatch, pose, press, tap, middle, atEachRate } = home;

  it('moves with Z to 45 % of the distance to the object in the middle, the same way at every frame rate', () => {
    // The face of the box is at z = 8, nine metres away: 4.05 m.
    atEachRate((then) => {
      press('keydown', 'KeyZ', 'z');
      then(0.25);
      then(0.5);
      then(4);
      dispatch({ kind: 'escape' });
      then(0.25);
      then(4);
    });
    press('keydown', 'KeyZ', 'z');
    const view = home.state.view.get();
    expect(view.mode === 'zoom' && view.target.label).to.equal('Lamp');
    const before = pose();
    run(1 / 60);
    const flown = (before[2]! - pose()[2]!) / (before[2]! - (8 + Math.hypot(9, 9 * (0.7 / 17)) * 0.45));
    expect(flown, '7 % of the way in a sixtieth of a second').to.be.closeTo(0.07, 2e-3);
    run(5);
    const at = view.mode === 'zoom' ? view.target.at : [0, 0, 0];
    const { position } = home.scene.camera;
    expect(Math.hypot(position.x - at[0]!, position.y - at[1]!, position.z - at[2]!)).to.be.closeTo(
      0.45 * Math.hypot(9, 9 * (0.7 / 17)),
      0.01,
    );
    run(0.2);
    expect(home.state.world.hint.get()).to.deep.equal({ label: 'Lamp — 3 of 4 lit' });
    press('keydown', 'KeyZ', 'z');
    expect(home.state.view.get().mode).to.equal('normal');
  });

  it('does not start at the place of W, which types Z on AZERTY: there the key at the place of Z starts it', () => {
    press('keydown', 'KeyW', 'z');
    expect(home.state.view.get().mode).to.equal('normal');
    press('keydown', 'KeyZ', 'w');
    expect(home.state.view.get().mode).to.equal('zoom');
  });

  it('starts with a double click, which does not capture the mouse, and ends with one on the sky', async () => {
    run(0.1);
    const { x, y } = middle();
    await sendMouse({ type: 'move', position: [x, y] });
    const press = (): Promise<void> =>
      new Promise((done) => {
        for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
          home.canvas.dispatchEvent(
            new PointerEvent(type, {
              pointerId: 1,
              pointerType: 'mouse',
              clientX: at.x,
              clientY: at.y,
              bubbles: true,
            }),
          );
        home.canvas.dispatchEvent(
          new MouseEvent('dblclick', { clientX: at.x, clientY: at.y, bubbles: true }),
        );
        run(0.1);
        setTimeout(done, 400);
      });
    let at = { x, y };
    await press();
    expect(home.state.view.get().mode).to.equal('zoom');
    expect(document.pointerLockElement).to.equal(null);
    run(4);
    at = { x: x - 230, y: y - 130 };
    await press();
    expect(home.state.view.get().mode).to.equal('normal');
  });

  it('starts with a double tap, except when the first tap ran an action', () => {
    run(0.1);
    const { x, y } = middle();
    home.scene.interactions.register(home.box, { label: () => 'Lamp — 3 of 4 lit', reach: 4 });
    tap(x, y);
    expect(home.state.view.get().mode).to.equal('normal');
    tap(x, y);
    expect(home.state.view.get().mode).to.equal('zoom');
    dispatch({ kind: 'escape' });
    run(4);
    const document = { title: 'Lamp', text: 'It is lit.', source: 'lamp.json' };
    home.scene.interactions.register(home.box, {
      label: () => 'Lamp',
      reach: 40,
      action: { key: 'E', text: () => 'read', run: () => dispatch({ kind: 'read', document }) },
    });
    tap(x, y);
    tap(x, y);
    expect(home.state.view.get().mode).to.equal('document');
  });

  describe('at something flat that is read', () => {
    /** Makes the box a panel of that width, and the picture that of a phone. */
    const onPhone = (width: number): void => {
      const { camera } = home.scene;
      camera.aspect = 390 / 844;
      camera.updateProjectionMatrix();
      home.box.scale.set(width / 2, 1, 0.01);
      home.scene.interactions.register(home.box, { label: () => 'Agents: 2 — live', reach: 5, width });
      home.scene.updateMatrixWorld();
    };
    /** Where on the picture the left and the right edge are, −1 to 1. */
    const edges = (width: number): number[] => {
      const { camera } = home.scene;
      camera.updateMatrixWorld();
      return [-width / 2, width / 2].map((x) => home.box.position.clone().setX(x).project(camera).x);
    };
    const lookAt = (x: number): void => {
      dispatch({ kind: 'zoom', target: { label: 'Object', at: [x, 2.5, 7], distance: 1.7 } });
      run(5);
    };

    it('shows the whole width on a phone held upright, also of what a link names at its side', () => {
      onPhone(2.6);
      lookAt(-0.9);
      const [left, right] = edges(2.6);
      expect(left).to.be.closeTo(-0.92, 0.01);
      expect(right).to.be.closeTo(0.92, 0.01);
      const view = home.state.view.get();
      expect(view.mode === 'zoom' && view.target.label, 'named').to.equal('Agents');
      run(0.2);
      expect(home.state.world.hint.get()?.label).to.equal('Agents: 2 — live');
    });

    it('comes as close as specified where there is room', () => {
      onPhone(0.5);
      lookAt(0);
      expect(home.scene.camera.position.z).to.be.closeTo(7 + 1.7, 0.05);
    });

    it('follows a finger and two fingers, up to its limits', () => {
      onPhone(2.6);
      lookAt(0);
      const touch = (type: string, pointerId: number, clientX: number, clientY: number): boolean =>
        home.canvas.dispatchEvent(
          new PointerEvent(type, { pointerId, pointerType: 'touch', clientX, clientY, bubbles: true }),
        );
      const before = edges(2.6)[0]!;
      const { x, y } = middle();
      const width = home.canvas.clientHeight * home.scene.camera.aspect;
      touch('pointerdown', 1, x, y);
      touch('pointermove', 1, x + 20, y);
      run(0.1);
      expect(((edges(2.6)[0]! - before) / 2) * width, 'the board stays under the finger').to.be.closeTo(
        20,
        3,
      );
      touch('pointermove', 1, x + 150, y);
      touch('pointermove', 1, x + 300, y);
      run(0.1);
      expect(pose()[4]).to.be.closeTo(0.4, 1e-6);
      touch('pointerdown', 2, x, y);
      touch('pointermove', 2, x - 300, y);
      expect(home.scene.input.zoomDelta).to.be.closeTo(Math.log(2), 1e-6);
      touch('pointerup', 1, x, y);
      touch('pointerup', 2, x, y);
      dispatch({ kind: 'escape' });
      run(5);
      expect(pose()[4], 'the visitor looks where they did').to.be.closeTo(0, 1e-4);
    });
  });

  it('ignores points and lines, names an unnamed object Object, and does not start in the overview', () => {
    home.scene.interactions.unregister(home.box);
    const shape = new BufferGeometry().setAttribute(
      'position',
      new Float32BufferAttribute([-1, 2.2, 12, 1, 2.2, 12, 0, 2.2, 12, 0, 2.2, 12.1], 3),
    );
    home.scene.add(new Points(shape), new LineSegments(shape));
    home.scene.updateMatrixWorld();
    press('keydown', 'KeyZ', 'z');
    const view = home.state.view.get();
    expect(view.mode === 'zoom' && view.target.label).to.equal('Object');
    expect(view.mode === 'zoom' && view.target.at[2]).to.be.closeTo(8, 1e-6);
    dispatch({ kind: 'escape' });
    home.box.visible = false;
    press('keydown', 'KeyZ', 'z');
    expect(home.state.view.get().mode, 'nothing there').to.equal('normal');
    home.box.visible = true;
    dispatch({ kind: 'toggle', mode: 'overview' });
    press('keydown', 'KeyZ', 'z');
    expect(home.state.view.get().mode).to.equal('overview');
  });

  it('does not start while the visitor types, or has switched shortcuts off', () => {
    const field = document.createElement('input');
    document.body.append(field);
    field.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', key: 'z', bubbles: true }));
    // A browser that autofills the field sends an event without a key.
    field.dispatchEvent(new Event('keydown', { bubbles: true }));
    field.remove();
    home.state.settings.set({ ...home.state.settings.get(), shortcuts: false });
    press('keydown', 'KeyZ', 'z');
    expect(home.state.view.get().mode).to.equal('normal');
  });
});
