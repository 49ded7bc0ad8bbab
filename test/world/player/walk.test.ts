import { expect } from '@open-wc/testing';
import { theme } from '../../../theme/theme.ts';
import { rimAt } from '../../../world/terrain/island/height.ts';
import * as cameraRig from '../../../world/camera/camera-rig.ts';
import * as walk from '../../../world/player/walk.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const press = (code: string, target: EventTarget = window): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', {
    code,
    key: code,
    bubbles: true,
    composed: true,
    cancelable: true,
  });
  target.dispatchEvent(event);
  return event;
};
const release = (code: string): boolean => window.dispatchEvent(new KeyboardEvent('keyup', { code }));

describe('a visitor', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    walk.init(stage.scene, stage.state, theme);
    cameraRig.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    cameraRig.dispose();
    walk.dispose();
    stage.dispose();
  });
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < seconds * rate; i++) {
      walk.update(i / rate, 1 / rate);
      cameraRig.update(i / rate, 1 / rate);
    }
  };
  const pointer = (type: string, x: number, y: number, differs: PointerEventInit = {}): boolean => {
    const box = stage.canvas.getBoundingClientRect();
    return stage.canvas.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 7,
        pointerType: 'touch',
        clientX: box.left + x,
        clientY: box.top + y,
        bubbles: true,
        ...differs,
      }),
    );
  };

  it('begins where the composition wants them', () => {
    const { position } = stage.scene.camera;
    expect([position.x, position.y, position.z].map((value) => value.toFixed(3))).to.deep.equal([
      '0.000',
      '1.700',
      '17.000',
    ]);
  });

  it('walks ahead with W and stops when it is let go', () => {
    press('KeyW');
    run(1);
    release('KeyW');
    run(1);
    const { z } = stage.scene.camera.position;
    expect(z).to.be.lessThan(13.5);
    run(1);
    expect(stage.scene.camera.position.z).to.be.closeTo(z, 0.01);
  });

  it('has learnt to walk after some metres on their own feet, and not by being put elsewhere', () => {
    const { walked } = stage.state.world;
    stage.scene.player.teleport(0, -8, 0, 0);
    run(0.5);
    stage.scene.player.teleport(0, 17, 0, 0);
    run(0.5);
    expect(walked.get()).to.equal(false);
    press('KeyW');
    run(0.5);
    expect(walked.get()).to.equal(false);
    run(3);
    release('KeyW');
    expect(walked.get()).to.equal(true);
  });

  it('ends in the same place at 20, 60 and 144 frames a second', () => {
    const ends = [20, 60, 144].map((rate) => {
      cameraRig.dispose();
      walk.dispose();
      walk.init(stage.scene, stage.state, theme);
      cameraRig.init(stage.scene, stage.state, theme);
      press('KeyW');
      press('KeyD');
      run(2, rate);
      release('KeyW');
      release('KeyD');
      run(1, rate);
      return stage.scene.camera.position.clone();
    });
    for (const end of ends) expect(end.distanceTo(ends[0]!)).to.be.lessThan(0.01);
  });

  it('never leaves the island, however long they run in whatever direction', () => {
    for (const key of ['KeyW', 'KeyA', 'KeyS', 'KeyD']) {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', code: 'ShiftLeft' }));
      press(key);
      run(15, 20);
      const { x, y, z } = stage.scene.camera.position;
      expect(Math.hypot(x, z)).to.be.at.most(33);
      expect(Math.hypot(x, z)).to.be.lessThan(rimAt(Math.atan2(z, x)));
      expect(y).to.be.greaterThan(0.5);
      release(key);
    }
  });

  it('does not walk while they write', () => {
    const input = document.createElement('input');
    document.body.append(input);
    press('KeyW', input);
    run(1);
    expect(stage.scene.camera.position.z).to.be.closeTo(17, 1e-6);
    input.remove();
  });

  it('does not walk while they write inside an element’s shadow', () => {
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).innerHTML = '<textarea></textarea>';
    document.body.append(host);
    press('KeyW', host.shadowRoot!.querySelector('textarea')!);
    run(1);
    expect(stage.scene.camera.position.z).to.be.closeTo(17, 1e-6);
    host.remove();
  });

  it('leaves the browser’s own shortcuts alone', () => {
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyS', key: 's', ctrlKey: true }));
    run(1);
    expect(stage.scene.camera.position.z).to.be.closeTo(17, 1e-6);
  });

  it('stops when the window loses the keyboard', () => {
    press('KeyW');
    window.dispatchEvent(new Event('blur'));
    run(1);
    expect(stage.scene.camera.position.z).to.be.closeTo(17, 1e-6);
  });

  it('turns with the arrows on the picture, which do not scroll the page then', () => {
    const event = press('ArrowLeft', stage.canvas);
    run(0.5);
    expect(event.defaultPrevented).to.equal(true);
    expect(stage.scene.camera.rotation.y).to.be.greaterThan(0.4);
    release('ArrowLeft');
  });

  it('walks with the arrows after a button was pressed, and leaves them to fields and texts that scroll', () => {
    const button = document.createElement('button');
    const text = document.createElement('div');
    text.className = 'scroll';
    text.tabIndex = 0;
    document.body.append(button, text);
    const from = stage.scene.camera.position.z;
    press('ArrowUp', text);
    run(0.5);
    expect(stage.scene.camera.position.z).to.equal(from);
    press('ArrowUp', button);
    run(0.5);
    expect(stage.scene.camera.position.z).to.be.lessThan(from - 0.5);
    release('ArrowUp');
    button.remove();
    text.remove();
  });

  it('looks round by dragging, and never past straight up', () => {
    pointer('pointerdown', 70, 20);
    pointer('pointermove', 90, 20);
    run(0.1);
    expect(stage.scene.camera.rotation.y).to.be.greaterThan(0.05);
    for (let i = 0; i < 40; i++) pointer('pointermove', 90, 20 + i * 20);
    run(0.1);
    expect(stage.scene.camera.rotation.x).to.be.closeTo(1.35, 1e-6);
    pointer('pointerup', 90, 800);
  });

  it('walks on a phone with a finger on the left part of the picture', () => {
    pointer('pointerdown', 10, 40);
    pointer('pointermove', 10, -20);
    run(1);
    pointer('pointerup', 10, -20);
    const { z } = stage.scene.camera.position;
    expect(z).to.be.lessThan(14);
    run(2);
    expect(stage.scene.camera.position.z).to.be.greaterThan(z - 1);
  });

  it('walks, looks and pinches at the same time, and minds no third finger', () => {
    const { input } = stage.scene;
    pointer('pointerdown', 10, 40, { pointerId: 1 });
    pointer('pointerdown', 70, 20, { pointerId: 2 });
    pointer('pointerdown', 70, 40, { pointerId: 3 });
    pointer('pointerdown', 80, 40, { pointerId: 4 });
    pointer('pointermove', 10, -40, { pointerId: 1 });
    pointer('pointermove', 60, 10, { pointerId: 2 });
    pointer('pointermove', 60, 50, { pointerId: 3 });
    pointer('pointermove', 200, 200, { pointerId: 4 });
    expect(Math.exp(input.zoomDelta)).to.be.closeTo(2, 1e-9);
    expect(input.pinched).to.equal(true);
    run(0.5);
    expect(stage.scene.camera.rotation.y).to.be.lessThan(-0.04);
    expect(stage.scene.camera.position.z).to.be.lessThan(16);
    expect(stage.state.world.stick.get()?.ahead).to.be.closeTo(1, 1e-9);
    pointer('pointercancel', 10, -40, { pointerId: 1 });
    expect(stage.state.world.stick.get()).to.equal(undefined);
    for (const pointerId of [2, 3, 4]) pointer('pointerup', 60, 20, { pointerId });
    const { z } = stage.scene.camera.position;
    run(2);
    expect(stage.scene.camera.position.z).to.be.greaterThan(z - 1);
  });

  it('stops when the window loses the finger', () => {
    pointer('pointerdown', 10, 40);
    pointer('pointermove', 10, -40);
    expect(stage.state.world.stick.get()?.ahead).to.be.closeTo(1, 1e-9);
    window.dispatchEvent(new Event('blur'));
    expect(stage.state.world.stick.get()).to.equal(undefined);
    pointer('pointermove', 10, -60);
    run(1);
    expect(stage.scene.camera.position.z).to.be.closeTo(17, 1e-6);
  });

  it('holds no stick while they look from elsewhere', () => {
    pointer('pointerdown', 10, 40);
    pointer('pointermove', 10, -40);
    stage.state.view.set({ mode: 'overview', navigation: 'walk' });
    run(0.1);
    expect(stage.state.world.stick.get()).to.equal(undefined);
    pointer('pointerup', 10, -40);
    pointer('pointerdown', 10, 40);
    expect(stage.state.world.stick.get()).to.equal(undefined);
  });

  it('looks up and down with Page Up and Page Down, which do not scroll the page then', () => {
    const level = stage.scene.camera.rotation.x;
    expect(press('PageUp', stage.canvas).defaultPrevented).to.equal(true);
    run(0.5);
    const { x } = stage.scene.camera.rotation;
    expect(x).to.be.greaterThan(level + 0.3);
    release('PageUp');
    run(1);
    const eased = stage.scene.camera.rotation.x;
    expect(eased).to.be.within(x, x + 0.15);
    press('PageDown', stage.canvas);
    run(3);
    expect(stage.scene.camera.rotation.x).to.be.closeTo(-1.35, 1e-9);
    release('PageDown');
  });

  it('turns finer while they look through the lens', () => {
    const turned = (zoom: number): number => {
      stage.scene.player.teleport(0, 17, 0, 0);
      stage.scene.camera.zoom = zoom;
      run(0.1);
      pointer('pointerdown', 70, 20);
      pointer('pointermove', 90, 20);
      pointer('pointerup', 90, 20);
      run(0.1);
      return stage.scene.camera.rotation.y;
    };
    expect(turned(1)).to.be.closeTo(turned(2) * 2, 1e-9);
    stage.scene.camera.zoom = 1;
  });

  it('does not walk on when a Mac’s command key has hidden that a key was let go', () => {
    press('KeyW');
    window.dispatchEvent(new KeyboardEvent('keyup', { code: 'MetaLeft', key: 'Meta' }));
    run(1);
    expect(stage.scene.camera.position.z).to.be.closeTo(17, 1e-6);
  });

  it('does not walk through what stands in the way', () => {
    stage.scene.obstacles.set(stage, [{ x: 0, z: 10, radius: 1 }]);
    press('KeyW');
    for (let i = 0; i < 240; i++) {
      run(1 / 60);
      const { x, z } = stage.scene.camera.position;
      expect(Math.hypot(x, z - 10)).to.be.greaterThan(1.3);
    }
    release('KeyW');
  });

  it('is known to be in the world while the picture has the focus', () => {
    expect(stage.canvas.tabIndex).to.equal(0);
    expect(stage.canvas.getAttribute('aria-label')).to.contain('Walk with');
    stage.canvas.focus();
    expect(stage.state.world.engaged.get()).to.equal(true);
    stage.canvas.blur();
    expect(stage.state.world.engaged.get()).to.equal(false);
  });

  it('leaves the canvas as it was: with its own name and place in the order, or with none', () => {
    const { canvas } = stage;
    const own = (): unknown[] => [
      canvas.getAttribute('tabindex'),
      canvas.getAttribute('aria-label'),
      canvas.style.touchAction,
    ];
    expect(own()[2]).to.equal('none');
    cameraRig.dispose();
    walk.dispose();
    expect(own()).to.deep.equal([null, null, '']);
    canvas.tabIndex = -1;
    canvas.setAttribute('aria-label', 'A picture');
    canvas.style.touchAction = 'pan-y';
    walk.init(stage.scene, stage.state, theme);
    cameraRig.init(stage.scene, stage.state, theme);
    expect(own()).to.deep.equal(['-1', 'A picture', 'none']);
    cameraRig.dispose();
    walk.dispose();
    expect(own()).to.deep.equal(['-1', 'A picture', 'pan-y']);
  });
});
