import { expect } from '@open-wc/testing';
import { Group } from 'three';
import { InteractionStage, press } from './interaction-stage.ts';

describe('the interaction system', () => {
  let world: InteractionStage;
  beforeEach(() => {
    world = new InteractionStage();
  });
  afterEach(() => {
    world.dispose();
  });

  it('names the object in view, and the key of its action', () => {
    world.place('door', 0, 0);
    world.look();
    expect(world.hint()).to.deep.equal({ label: 'door', action: 'F — open' });
  });

  it('prefers the object in view to a nearer one', () => {
    world.place('door', 0, 0);
    world.place('stone', 1.6, 2);
    world.look();
    expect(world.hint()?.label).to.equal('door');
  });

  it('names a near object in front when nothing is straight ahead', () => {
    world.place('stone', 1.6, 2);
    world.look();
    expect(world.hint()?.label).to.equal('stone');
  });

  it('ignores objects behind the visitor or out of reach, and removes the old hint', () => {
    const door = world.place('door', 0, 0);
    world.look();
    door.position.z = -9;
    door.updateMatrixWorld();
    world.place('behind', 0, 6);
    world.look();
    expect(world.hint()).to.equal(undefined);
  });

  it('has no hint for an object that is quiet now, but its key works', () => {
    let isQuiet = false;
    world.place('door', 0, 0, { isQuiet: () => isQuiet });
    world.look();
    expect(world.hint()?.label).to.equal('door');
    isQuiet = true;
    world.look();
    expect(world.hint()).to.equal(undefined);
    world.hover();
    world.look();
    expect(world.hint(), 'under the mouse').to.equal(undefined);
    press('f');
    expect(world.acted).to.deep.equal(['door']);
  });

  it('runs the action on the key, once while it is held down', () => {
    world.place('door', 0, 0);
    world.look();
    press('f');
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', repeat: true }));
    press('e');
    expect(world.acted).to.deep.equal(['door']);
  });

  it('does not act while the visitor types', () => {
    world.place('door', 0, 0);
    world.look();
    const input = document.createElement('input');
    document.body.append(input);
    press('f', input);
    input.remove();
    expect(world.acted).to.deep.equal([]);
  });

  it('drops an object that throws, names its module, and keeps answering for all others', () => {
    const { loop, stage } = world;
    const reports: unknown[] = [];
    stage.scene.report = (module, error) => reports.push([module, (error as Error).message]);
    const fail = (message: string) => (): never => {
      throw new Error(message);
    };
    loop.currentModule = 'guest.js';
    world.place('guest', 0, 2, { label: fail('broken label') });
    loop.currentModule = undefined;
    world.place('door', 0, 0);
    world.look();
    expect(reports).to.deep.equal([['guest.js', 'broken label']]);
    world.look();
    expect(world.hint()?.label).to.equal('door');
    press('f');
    expect(world.acted).to.deep.equal(['door']);
    loop.currentModule = 'other.js';
    world.place('lever', 0, 3, { action: { key: 'F', text: () => 'pull', run: fail('stuck') } });
    world.look();
    expect(world.hint()?.label).to.equal('lever');
    press('f');
    expect(reports[1]).to.deep.equal(['other.js', 'stuck']);
    world.look();
    expect(world.hint()?.label).to.equal('door');
  });

  it('names the module of an action that removes its own object and throws', () => {
    const { loop, stage } = world;
    const reports: unknown[] = [];
    stage.scene.report = (module, error) => reports.push([module, (error as Error).message]);
    for (const act of [() => press('f'), () => world.point('touch')]) {
      loop.currentModule = 'guest.js';
      const run = (): never => {
        lantern.removeFromParent();
        stage.scene.interactions.unregister(lantern);
        throw new Error('no bag');
      };
      const lantern = world.place('lantern', 0, 0, { action: { key: 'F', text: () => 'take', run } });
      stage.scene.add(new Group().add(lantern));
      loop.currentModule = undefined;
      world.look();
      act();
    }
    expect(reports).to.deep.equal([
      ['guest.js', 'no bag'],
      ['guest.js', 'no bag'],
    ]);
    world.look();
    expect(world.hint()).to.equal(undefined);
  });

  it('acts on a tap, not on a drag', () => {
    world.place('door', 0, 0);
    world.point('touch', 0.5, 0.2);
    expect(world.acted).to.deep.equal([]);
    world.point('touch');
    expect(world.acted).to.deep.equal(['door']);
  });

  it('ignores a tap that belongs to a pinch', () => {
    world.place('door', 0, 0);
    world.stage.scene.input.pinched = true;
    world.point('touch');
    expect(world.acted).to.deep.equal([]);
  });

  it('sets the hint only when it changes', () => {
    world.place('door', 0, 0);
    world.look();
    const first = world.hint();
    world.look();
    expect(world.hint()).to.equal(first);
  });
});
