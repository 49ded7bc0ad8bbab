import { expect } from '@open-wc/testing';
import { BoxGeometry, LineSegments, Mesh, MeshBasicMaterial } from 'three';
import { theme } from '../../../theme/theme.ts';
import * as outlines from '../../../world/player/debug-helpers.ts';
import { arrivingModules } from '../../../world/deferred-modules.ts';
import { worldModules } from '../../../world/modules.ts';
import * as pointing from '../../../world/interaction/interaction-system.ts';
import { createTestLoop } from '../../helpers/loop.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const press = (key: string, target: EventTarget = window): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));

describe('the interaction system', () => {
  let stage: TestStage;
  const loop = createTestLoop();
  let acted: string[];
  const geometry = new BoxGeometry(1, 1, 1);
  const material = new MeshBasicMaterial();
  const place = (name: string, x: number, z: number, label: () => string = () => name): Mesh => {
    const mesh = new Mesh(geometry, material);
    mesh.position.set(x, 1.7, z);
    mesh.updateMatrixWorld();
    stage.scene.add(mesh);
    stage.scene.interactions.register(mesh, {
      reach: 5,
      label,
      action: { key: 'F', text: () => 'open', run: () => acted.push(name) },
    });
    return mesh;
  };
  beforeEach(() => {
    stage = createTestStage(96, 54, loop);
    acted = [];
    stage.scene.camera.position.set(0, 1.7, 4);
    stage.scene.camera.lookAt(0, 1.7, 0);
    pointing.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    pointing.dispose();
    stage.dispose();
  });
  const hint = () => stage.state.world.hint.get();
  const look = (): void => pointing.update(0, 0.2);

  it('names the object in view, and the key of its action', () => {
    place('door', 0, 0);
    look();
    expect(hint()).to.deep.equal({ label: 'door', action: 'F — open' });
  });

  it('prefers the object in view to a nearer one', () => {
    place('door', 0, 0);
    place('stone', 1.6, 2);
    look();
    expect(hint()?.label).to.equal('door');
  });

  it('names a near object in front when nothing is straight ahead', () => {
    place('stone', 1.6, 2);
    look();
    expect(hint()?.label).to.equal('stone');
  });

  it('ignores objects behind the visitor or out of reach, and removes the old hint', () => {
    const door = place('door', 0, 0);
    look();
    door.position.z = -9;
    door.updateMatrixWorld();
    place('behind', 0, 6);
    look();
    expect(hint()).to.equal(undefined);
  });

  it('runs the action on the key, once while it is held down', () => {
    place('door', 0, 0);
    look();
    press('f');
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', repeat: true }));
    press('e');
    expect(acted).to.deep.equal(['door']);
  });

  it('does not act while the visitor types', () => {
    place('door', 0, 0);
    look();
    const input = document.createElement('input');
    document.body.append(input);
    press('f', input);
    input.remove();
    expect(acted).to.deep.equal([]);
  });

  it('drops an object that throws, names its module, and keeps answering for all others', () => {
    const said: unknown[] = [];
    stage.scene.report = (module, error) => said.push([module, (error as Error).message]);
    const fail = (): never => {
      throw new Error('broken label');
    };
    loop.currentModule = 'guest.js';
    place('guest', 0, 2, fail);
    loop.currentModule = undefined;
    place('door', 0, 0);
    look();
    expect(said).to.deep.equal([['guest.js', 'broken label']]);
    look();
    expect(hint()?.label).to.equal('door');
    press('f');
    expect(acted).to.deep.equal(['door']);
    loop.currentModule = 'other.js';
    const lever = new Mesh(geometry, material);
    lever.position.set(0, 1.7, 3);
    lever.updateMatrixWorld();
    stage.scene.add(lever);
    stage.scene.interactions.register(lever, {
      reach: 5,
      label: () => 'lever',
      action: {
        key: 'F',
        text: () => 'pull',
        run: () => {
          throw new Error('stuck');
        },
      },
    });
    look();
    expect(hint()?.label).to.equal('lever');
    press('f');
    expect(said[1]).to.deep.equal(['other.js', 'stuck']);
    look();
    expect(hint()?.label).to.equal('door');
  });

  it('acts on a tap, not on a drag', () => {
    place('door', 0, 0);
    stage.render();
    const box = stage.canvas.getBoundingClientRect();
    const tap = (toX: number): void => {
      const at = { pointerId: 3, pointerType: 'touch', clientY: box.top + box.height / 2 };
      stage.canvas.dispatchEvent(
        new PointerEvent('pointerdown', { ...at, clientX: box.left + box.width / 2 }),
      );
      stage.canvas.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: box.left + toX }));
    };
    tap(box.width / 2 + 30);
    expect(acted).to.deep.equal([]);
    tap(box.width / 2);
    expect(acted).to.deep.equal(['door']);
  });

  describe('an object out of reach', () => {
    const point = (pointerType: 'touch' | 'mouse', x = 0.5): void => {
      stage.render();
      const box = stage.canvas.getBoundingClientRect();
      const at = {
        pointerId: 3,
        pointerType,
        clientX: box.left + box.width * x,
        clientY: box.top + box.height / 2,
      };
      stage.canvas.dispatchEvent(new PointerEvent('pointerdown', at));
      stage.canvas.dispatchEvent(new PointerEvent('pointerup', at));
    };

    it('is named with its distance on tap and click, and its action does not run', () => {
      place('gate', 0, -8.5);
      for (const pointer of ['touch', 'mouse'] as const) {
        look();
        expect(hint(), pointer).to.equal(undefined);
        point(pointer);
        expect(hint(), pointer).to.deep.equal({ label: 'gate', action: 'walk closer — 12 m' });
        for (let i = 0; i < 20; i++) look();
      }
      expect(acted).to.deep.equal([]);
    });

    describe('that can be gone to', () => {
      const gate = (fromAfar: 'come' | 'act' = 'come', z = -8.5): Mesh => {
        const mesh = new Mesh(geometry, material);
        mesh.position.set(0, 1.7, z);
        mesh.updateMatrixWorld();
        stage.scene.add(mesh);
        stage.scene.interactions.register(mesh, {
          reach: 5,
          fromAfar,
          label: () => 'gate',
          action: { key: 'F', text: () => 'open', run: () => acted.push('gate') },
        });
        return mesh;
      };
      const goal = () => stage.scene.player.goal;
      const hover = (x = 0.5): void => {
        stage.render();
        const { left, top, width, height } = stage.canvas.getBoundingClientRect();
        const at = { clientX: left + width * x, clientY: top + height / 2 };
        stage.canvas.dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'mouse' }));
      };

      it('is named on tap and click, and gone to when no double click follows', () => {
        const mesh = gate();
        for (const pointer of ['touch', 'mouse'] as const) {
          stage.scene.player.goal = undefined;
          point(pointer);
          expect(hint(), pointer).to.deep.equal({ label: 'gate' });
          look();
          expect(goal(), pointer).to.equal(undefined);
          look();
          expect(goal()?.object, pointer).to.equal(mesh);
          expect(goal()?.point.z).to.be.closeTo(-8, 1e-6);
          expect(stage.scene.input.clickUsed).to.equal(true);
        }
        stage.scene.player.goal = undefined;
        point('mouse');
        stage.canvas.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 3, pointerType: 'mouse' }));
        for (let i = 0; i < 9; i++) look();
        expect(goal()).to.equal(undefined);
        expect(acted).to.deep.equal([]);
      });

      it('is named in plain words under the free mouse, with a pointing hand', () => {
        gate();
        hover();
        look();
        expect(hint()).to.deep.equal({ label: 'gate', action: 'click to go there' });
        expect(stage.canvas.style.cursor).to.equal('pointer');
        hover(0.02);
        look();
        expect(hint()).to.equal(undefined);
        expect(stage.canvas.style.cursor).to.equal('');
      });

      it('is gone to by its key from the middle of the picture, for a visitor in the world', () => {
        const mesh = gate();
        look();
        expect(hint()).to.equal(undefined);
        stage.state.world.engaged.set(true);
        look();
        expect(hint()).to.deep.equal({ label: 'gate', action: 'E — go there' });
        expect(stage.state.world.aimed.get()).to.equal(true);
        press('e');
        expect(goal()?.object).to.equal(mesh);
        stage.state.world.pointer.set('taken');
        look();
        expect(hint()?.action).to.equal('click to go there');
        mesh.position.x = 30;
        mesh.updateMatrixWorld();
        look();
        expect(stage.state.world.aimed.get()).to.equal(false);
      });

      it('acts from afar where it does so, and near by a click of the free mouse too', () => {
        const mesh = gate('act');
        hover();
        look();
        expect(hint()?.action).to.equal('click to open');
        for (const z of [-8.5, 0]) {
          mesh.position.z = z;
          mesh.updateMatrixWorld();
          acted = [];
          point('mouse');
          look();
          look();
          expect(acted, `${z}`).to.deep.equal(['gate']);
          expect(goal()).to.equal(undefined);
        }
      });

      it('is only named from the orbit', () => {
        gate();
        stage.state.view.set({ mode: 'normal', navigation: 'orbit' });
        point('mouse');
        look();
        look();
        look();
        expect(hint()?.action).to.equal('12 m away');
        expect(goal()).to.equal(undefined);
      });
    });

    it('updates the distance while the visitor walks, and then shows the object’s own hint', () => {
      place('gate', 0, -8.5);
      point('touch');
      stage.scene.camera.position.z = 1;
      look();
      expect(hint()?.action).to.equal('walk closer — 9 m');
      stage.scene.camera.position.z = -4;
      look();
      expect(hint()).to.deep.equal({ label: 'gate', action: 'F — open' });
    });

    it('keeps its hint for three seconds, even next to a nearer object', () => {
      place('gate', 0, -8.5);
      place('stone', 2.5, 1);
      look();
      expect(hint()?.label).to.equal('stone');
      point('touch');
      look();
      expect(hint()?.label).to.equal('gate');
      for (let i = 0; i < 13; i++) look();
      expect(hint()?.label).to.equal('gate');
      look();
      look();
      expect(hint()?.label).to.equal('stone');
    });

    it('is the nearest along the ray, and nothing is named when the ray hits nothing', () => {
      place('gate', 0, -8.5);
      place('before it', 0, -4);
      point('touch');
      expect(hint()?.label).to.equal('before it');
      for (let i = 0; i < 20; i++) look();
      point('touch', 0.02);
      expect(hint()).to.equal(undefined);
    });
  });

  it('sets the hint only when it changes', () => {
    place('door', 0, 0);
    look();
    const first = hint();
    look();
    expect(hint()).to.equal(first);
  });
});

describe('the debug toggle', () => {
  it('outlines interactive objects and lights, and removes the outlines again', () => {
    const stage = createTestStage();
    const geometry = new BoxGeometry(1, 1, 1);
    const box = new Mesh(geometry, new MeshBasicMaterial());
    box.userData['class'] = 'collision-box';
    box.visible = false;
    stage.scene.add(box);
    outlines.init(stage.scene, stage.state, theme);
    const lines = (): number =>
      stage.scene.children.filter((child) => child instanceof LineSegments && child.visible).length;
    outlines.update(0, 0.1);
    stage.render();
    const before = stage.counts();
    expect(lines()).to.equal(0);
    for (let i = 0; i < 20; i++) {
      stage.state.panels.debug.set(true);
      outlines.update(1, 0.1);
      stage.render();
      expect(lines()).to.equal(1);
      stage.state.panels.debug.set(false);
      outlines.update(2, 0.1);
    }
    stage.render();
    expect(lines()).to.equal(0);
    expect(stage.counts().geometries).to.equal(before.geometries);
    outlines.dispose();
    geometry.dispose();
    stage.dispose();
  });

  it('outlines every obstacle, including later ones', () => {
    const stage = createTestStage();
    const modules = [...worldModules, ...arrivingModules].map(({ module }) => module);
    for (const module of modules) module.init(stage.scene, stage.state, theme);
    outlines.init(stage.scene, stage.state, theme);
    const { obstacles } = stage.scene;
    const isOutlined = (x: number, z: number, radius: number): boolean => {
      const drawn = stage.scene.getObjectByName('obstacle outlines') as LineSegments | undefined;
      const corners = drawn?.geometry.getAttribute('position');
      if (!corners) return false;
      for (let i = 0; i < corners.count; i++)
        if (Math.hypot(corners.getX(i) - x - radius, corners.getZ(i) - z) < 1e-3) return true;
      return false;
    };
    stage.state.panels.debug.set(true);
    outlines.update(0, 1);
    expect(obstacles.all.length).to.be.greaterThan(20);
    for (const { x, z, radius } of obstacles.all)
      expect(isOutlined(x, z, radius), `${x}, ${z}`).to.equal(true);
    const own = {};
    obstacles.set(own, [{ x: 3, z: 15, radius: 0.5 }]);
    outlines.update(1, 1);
    expect(isOutlined(3, 15, 0.5)).to.equal(true);
    obstacles.clear(own);
    stage.state.panels.debug.set(false);
    outlines.update(2, 1);
    expect(stage.scene.getObjectByName('obstacle outlines')).to.equal(undefined);
    outlines.dispose();
    for (const module of modules.toReversed()) module.dispose?.();
    stage.dispose();
  });
});
