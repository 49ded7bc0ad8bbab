import { expect } from '@open-wc/testing';
import type { Intersection, Mesh } from 'three';
import { InteractionStage, press } from './interaction-stage.ts';

describe('an object out of reach', () => {
  let world: InteractionStage;
  beforeEach(() => {
    world = new InteractionStage();
  });
  afterEach(() => {
    world.dispose();
  });

  it('is named with its distance on tap and click, and its action does not run', () => {
    world.place('gate', 0, -8.5);
    for (const pointer of ['touch', 'mouse'] as const) {
      world.look();
      expect(world.hint(), pointer).to.equal(undefined);
      world.point(pointer);
      expect(world.hint(), pointer).to.deep.equal({ label: 'gate', action: 'walk closer — 12 m' });
      world.look(20);
    }
    expect(world.acted).to.deep.equal([]);
  });

  it('updates the distance while the visitor walks, and then shows the object’s own hint', () => {
    world.place('gate', 0, -8.5);
    world.point('touch');
    world.stage.scene.camera.position.z = 1;
    world.look();
    expect(world.hint()?.action).to.equal('walk closer — 9 m');
    world.stage.scene.camera.position.z = -4;
    world.look();
    expect(world.hint()).to.deep.equal({ label: 'gate', action: 'F — open' });
  });

  it('keeps its hint for three seconds, even next to a nearer object', () => {
    world.place('gate', 0, -8.5);
    world.place('stone', 2.5, 1);
    world.look();
    expect(world.hint()?.label).to.equal('stone');
    world.point('touch');
    world.look(14);
    expect(world.hint()?.label).to.equal('gate');
    world.look(2);
    expect(world.hint()?.label).to.equal('stone');
  });

  it('is the nearest along the ray, and nothing is named when the ray hits nothing', () => {
    world.place('gate', 0, -8.5);
    world.place('before it', 0, -4);
    world.point('touch');
    expect(world.hint()?.label).to.equal('before it');
    world.look(20);
    world.point('touch', 0.02);
    expect(world.hint()).to.equal(undefined);
  });

  describe('that the visitor can be brought to', () => {
    const place = (fromAfar: 'come' | 'act' = 'come'): Mesh => world.place('gate', 0, -8.5, { fromAfar });
    const goal = () => world.stage.scene.player.goal;

    it('is named on tap and click, and is the goal when no double click follows', () => {
      const mesh = place();
      const { player, input } = world.stage.scene;
      for (const pointer of ['touch', 'mouse'] as const) {
        player.goal = undefined;
        world.point(pointer);
        expect(world.hint(), pointer).to.deep.equal({ label: 'gate' });
        world.look();
        expect(goal(), pointer).to.equal(undefined);
        world.look();
        expect(goal()?.object, pointer).to.equal(mesh);
        expect(goal()?.point.z).to.be.closeTo(-8, 1e-6);
        expect(input.clickUsed).to.equal(true);
      }
      player.goal = undefined;
      world.point('mouse');
      const second = new PointerEvent('pointerdown', { pointerId: 3, pointerType: 'mouse' });
      world.stage.canvas.dispatchEvent(second);
      world.look(9);
      expect(goal()).to.equal(undefined);
      expect(world.acted).to.deep.equal([]);
    });

    it('is left alone when Esc follows the click', () => {
      for (const fromAfar of ['come', 'act'] as const) {
        place(fromAfar);
        world.point('mouse');
        const esc = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
        window.dispatchEvent(esc);
        expect(esc.defaultPrevented, 'it closes nothing else').to.equal(true);
        world.look(9);
        expect([goal(), world.acted], fromAfar).to.deep.equal([undefined, []]);
      }
      const next = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
      window.dispatchEvent(next);
      expect(next.defaultPrevented).to.equal(false);
    });

    it('is named in plain words under the free mouse, with a pointing hand', () => {
      place();
      const { style } = world.stage.canvas;
      world.hover();
      world.look();
      expect(world.hint()).to.deep.equal({ label: 'gate', action: 'click to go there' });
      expect(style.cursor).to.equal('pointer');
      world.hover(0.02);
      world.look();
      expect(world.hint()).to.equal(undefined);
      expect(style.cursor).to.equal('');
    });

    it('tells the world where the free mouse is, and that a finger has no place', () => {
      const { input } = world.stage.scene;
      world.hover(0.75);
      world.look();
      expect(input.mouse?.x).to.be.closeTo(0.5, 0.05);
      world.stage.canvas.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch' }));
      world.look();
      expect(input.mouse).to.equal(undefined);
    });

    it('is the goal after its key, from the middle of the picture, for a visitor in the world', () => {
      const mesh = place();
      const { engaged, aimed, pointer } = world.stage.state.world;
      world.look();
      expect(world.hint()).to.equal(undefined);
      engaged.set(true);
      world.look();
      expect(world.hint()).to.deep.equal({ label: 'gate', action: 'E — go there' });
      expect(aimed.get()).to.equal(true);
      press('e');
      expect(goal()?.object).to.equal(mesh);
      pointer.set('taken');
      world.look();
      expect(world.hint()?.action).to.equal('click to go there');
      mesh.position.x = 30;
      mesh.updateMatrixWorld();
      world.look();
      expect(aimed.get()).to.equal(false);
    });

    it('acts from afar where it does so, and near by a click of the free mouse too', () => {
      const mesh = place('act');
      world.hover();
      world.look();
      expect(world.hint()?.action).to.equal('click to open');
      for (const z of [-8.5, 0]) {
        mesh.position.z = z;
        mesh.updateMatrixWorld();
        world.acted.length = 0;
        world.point('mouse');
        world.look(2);
        expect(world.acted, `${z}`).to.deep.equal(['gate']);
        expect(goal()).to.equal(undefined);
      }
    });

    it('gives the action the point that was clicked, wherever the mouse has gone meanwhile', () => {
      const points: (number | undefined)[] = [];
      const run = (hit?: Intersection): void => void points.push(hit?.point.x);
      world.place('gate', 0, -8.5, { fromAfar: 'act', action: { key: 'E', text: () => 'open', run } });
      world.point('mouse');
      world.hover(0.02);
      world.look(2);
      expect(points).to.have.length(1);
      expect(points[0]).to.be.closeTo(0, 1e-6);
    });

    it('is only named from the orbit', () => {
      place();
      world.stage.state.view.set({ mode: 'normal', navigation: 'orbit' });
      world.point('mouse');
      world.look(3);
      expect(world.hint()?.action).to.equal('12 m away');
      expect(goal()).to.equal(undefined);
    });
  });
});
