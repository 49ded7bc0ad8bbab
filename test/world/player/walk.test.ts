import { expect } from '@open-wc/testing';
import { goTo, visitPortal } from '../../../data/view/go-to.ts';
import { rimAt } from '../../../world/terrain/island/height.ts';
import { useVisitor } from './visitor.ts';

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

describe('a visitor with a keyboard', () => {
  const visitor = useVisitor();
  const { run, start, stop } = visitor;

  it('starts at the specified place', () => {
    const { position } = visitor.stage.scene.camera;
    expect([position.x, position.y, position.z].map((value) => value.toFixed(3))).to.deep.equal([
      '0.000',
      '2.000',
      '7.500',
    ]);
  });

  it('starts nearer in a tall window, also when the window changes later, until they move', () => {
    const { camera } = visitor.stage.scene;
    const shape = (aspect: number, fov: number): number => {
      camera.aspect = aspect;
      camera.fov = fov;
      run(1 / 60);
      return camera.position.z;
    };
    expect(shape(9 / 19, 78)).to.be.within(5, 5.6);
    expect(camera.rotation.x).to.be.greaterThan(0.05);
    expect(shape(16 / 9, 60)).to.be.closeTo(7.5, 1e-6);
    press('KeyS');
    run(0.2);
    release('KeyS');
    run(1);
    const { z } = camera.position;
    expect(shape(9 / 19, 78)).to.be.closeTo(z, 1e-3);
  });

  it('walks ahead with W and stops when it is released', () => {
    press('KeyW');
    run(1);
    release('KeyW');
    run(1);
    const { z } = visitor.stage.scene.camera.position;
    expect(z).to.be.lessThan(4);
    run(1);
    expect(visitor.stage.scene.camera.position.z).to.be.closeTo(z, 0.01);
  });

  it('stays where they walk or look, whatever was to bring them elsewhere', () => {
    const { scene, state } = visitor.stage;
    for (const code of ['KeyW', 'ArrowLeft', 'PageUp']) {
      goTo(state, { kind: 'panel', name: 'agents' });
      scene.player.goal = { object: scene, point: scene.position, reach: 1 };
      scene.player.destination = { x: 0, z: 0, yaw: 0, pitch: 0 };
      run(0.1);
      expect(state.world.goTo.get(), 'before').to.deep.equal({ kind: 'panel', name: 'agents' });
      press(code);
      run(0.1);
      release(code);
      const { goal, destination } = scene.player;
      expect([state.world.goTo.get(), goal, destination], code).to.deep.equal([
        undefined,
        undefined,
        undefined,
      ]);
      run(1);
    }
    visitPortal(state, 'garden');
    press('KeyW');
    run(0.1);
    release('KeyW');
    expect(state.world.visit.get()).to.equal(undefined);
  });

  it('counts as having walked after some metres on foot, and not after a teleport', () => {
    const { walked } = visitor.stage.state.world;
    visitor.stage.scene.player.teleport(0, -8, 0, 0);
    run(0.5);
    visitor.stage.scene.player.teleport(0, 7.5, 0, 0);
    run(0.5);
    expect(walked.get()).to.equal(false);
    press('KeyW');
    run(0.5);
    expect(walked.get()).to.equal(false);
    run(3);
    release('KeyW');
    expect(walked.get()).to.equal(true);
  });

  it('ends in the same place at 20, 60 and 144 frames per second', () => {
    const ends = [20, 60, 144].map((rate) => {
      stop();
      start();
      press('KeyW');
      press('KeyD');
      run(2, rate);
      release('KeyW');
      release('KeyD');
      run(1, rate);
      return visitor.stage.scene.camera.position.clone();
    });
    for (const end of ends) expect(end.distanceTo(ends[0]!)).to.be.lessThan(0.01);
  });

  it('never leaves the island, running in any direction', () => {
    for (const key of ['KeyW', 'KeyA', 'KeyS', 'KeyD']) {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', code: 'ShiftLeft' }));
      press(key);
      run(15, 20);
      const { x, y, z } = visitor.stage.scene.camera.position;
      expect(Math.hypot(x, z)).to.be.at.most(33);
      expect(Math.hypot(x, z)).to.be.lessThan(rimAt(Math.atan2(z, x)));
      expect(y).to.be.greaterThan(0.5);
      release(key);
    }
  });

  it('does not walk while they type', () => {
    const input = document.createElement('input');
    document.body.append(input);
    press('KeyW', input);
    run(1);
    expect(visitor.stage.scene.camera.position.z).to.be.closeTo(7.5, 1e-6);
    input.remove();
  });

  it('does not walk while they type in a shadow root', () => {
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).innerHTML = '<textarea></textarea>';
    document.body.append(host);
    press('KeyW', host.shadowRoot!.querySelector('textarea')!);
    run(1);
    expect(visitor.stage.scene.camera.position.z).to.be.closeTo(7.5, 1e-6);
    host.remove();
  });

  it('leaves the browser’s own shortcuts alone', () => {
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyS', key: 's', ctrlKey: true }));
    run(1);
    expect(visitor.stage.scene.camera.position.z).to.be.closeTo(7.5, 1e-6);
  });

  it('stops when the window loses the keyboard', () => {
    press('KeyW');
    window.dispatchEvent(new Event('blur'));
    run(1);
    expect(visitor.stage.scene.camera.position.z).to.be.closeTo(7.5, 1e-6);
  });

  it('turns with the arrow keys on the canvas, and the page does not scroll', () => {
    const event = press('ArrowLeft', visitor.stage.canvas);
    run(0.5);
    expect(event.defaultPrevented).to.equal(true);
    expect(visitor.stage.scene.camera.rotation.y).to.be.greaterThan(0.4);
    release('ArrowLeft');
  });

  it('walks with the arrow keys on a button, and leaves them to texts that scroll', () => {
    const button = document.createElement('button');
    const text = document.createElement('div');
    text.className = 'scroll';
    text.tabIndex = 0;
    document.body.append(button, text);
    const from = visitor.stage.scene.camera.position.z;
    press('ArrowUp', text);
    run(0.5);
    expect(visitor.stage.scene.camera.position.z).to.equal(from);
    press('ArrowUp', button);
    run(0.5);
    expect(visitor.stage.scene.camera.position.z).to.be.lessThan(from - 0.5);
    release('ArrowUp');
    button.remove();
    text.remove();
  });

  it('looks up and down with Page Up and Page Down, and the page does not scroll', () => {
    const level = visitor.stage.scene.camera.rotation.x;
    expect(press('PageUp', visitor.stage.canvas).defaultPrevented).to.equal(true);
    run(0.5);
    const { x } = visitor.stage.scene.camera.rotation;
    expect(x).to.be.greaterThan(level + 0.3);
    release('PageUp');
    run(1);
    const eased = visitor.stage.scene.camera.rotation.x;
    expect(eased).to.be.within(x, x + 0.15);
    press('PageDown', visitor.stage.canvas);
    run(3);
    expect(visitor.stage.scene.camera.rotation.x).to.be.closeTo(-1.35, 1e-9);
    release('PageDown');
  });

  it('stops when a Mac’s Command key hides the release of a key', () => {
    press('KeyW');
    window.dispatchEvent(new KeyboardEvent('keyup', { code: 'MetaLeft', key: 'Meta' }));
    run(1);
    expect(visitor.stage.scene.camera.position.z).to.be.closeTo(7.5, 1e-6);
  });

  it('does not walk through an obstacle', () => {
    visitor.stage.scene.registry.obstacles.set(visitor.stage, [{ x: 0, z: 0.5, radius: 1 }]);
    press('KeyW');
    for (let i = 0; i < 240; i++) {
      run(1 / 60);
      const { x, z } = visitor.stage.scene.camera.position;
      expect(Math.hypot(x, z - 0.5)).to.be.greaterThan(1.3);
    }
    release('KeyW');
  });

  it('is engaged while the canvas has the focus', () => {
    expect(visitor.stage.canvas.tabIndex).to.equal(0);
    expect(visitor.stage.canvas.getAttribute('aria-label')).to.contain('Walk with');
    visitor.stage.canvas.focus();
    expect(visitor.stage.state.world.engaged.get()).to.equal(true);
    visitor.stage.canvas.blur();
    expect(visitor.stage.state.world.engaged.get()).to.equal(false);
  });

  it('restores the canvas: its label, tab order and touch action', () => {
    const { canvas } = visitor.stage;
    const own = (): unknown[] => [
      canvas.getAttribute('tabindex'),
      canvas.getAttribute('aria-label'),
      canvas.style.touchAction,
    ];
    expect(own()[2]).to.equal('none');
    stop();
    expect(own()).to.deep.equal([null, null, '']);
    canvas.tabIndex = -1;
    canvas.setAttribute('aria-label', 'A picture');
    canvas.style.touchAction = 'pan-y';
    start();
    expect(own()).to.deep.equal(['-1', 'A picture', 'none']);
    stop();
    expect(own()).to.deep.equal(['-1', 'A picture', 'pan-y']);
  });
});

describe('a click of the free mouse', () => {
  const visitor = useVisitor();
  let locks: number;
  beforeEach(() => {
    locks = 0;
    visitor.stage.canvas.requestPointerLock = async () => void locks++;
  });
  const click = (): void => {
    for (const type of ['pointerdown', 'pointerup'])
      visitor.stage.canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'mouse' }));
  };
  /** A timer that is set after the click, and as long as its own. */
  const decided = (): Promise<void> => new Promise((done) => setTimeout(done, 280));

  it('captures it, unless Esc follows or the visitor is in a panel by then', async () => {
    click();
    await decided();
    expect(locks).to.equal(1);
    click();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await decided();
    expect(locks, 'after Esc').to.equal(1);
    click();
    const field = document.createElement('textarea');
    document.body.append(field);
    field.focus();
    await decided();
    field.remove();
    expect(locks, 'in a field').to.equal(1);
  });
});
