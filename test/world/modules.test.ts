import { expect } from '@open-wc/testing';
import { theme } from '../../theme/theme.ts';
import { arrivingModules, deferredModules } from '../../world/deferred-modules.ts';
import { worldModules } from '../../world/modules.ts';
import { setReadings } from '../helpers/home-readings.ts';
import { type TestStage, createTestStage, runOnce } from '../helpers/stage.ts';

describe('each module of the world', () => {
  let stage: TestStage;
  before(() => {
    stage = createTestStage(32, 18);
    setReadings(stage.state);
  });
  after(() => stage.dispose());

  for (const { name, module } of [...worldModules, ...deferredModules])
    it(`${name}: leaves nothing on the graphics card or in the scene after a hundred lives`, function () {
      this.timeout(60_000);
      stage.render();
      const before = stage.counts();
      const children = stage.scene.children.length;
      // A change of level makes new textures, so some of the lives have one.
      for (let i = 0; i < 100; i++) runOnce(stage, module, i % 20 === 0 ? ['highest', 'lowest'] : []);
      stage.render();
      expect(stage.counts()).to.deep.equal(before);
      expect(stage.scene.children.length).to.equal(children);
      expect(stage.scene.interactions.all).to.have.length(0);
      expect(stage.scene.registry.obstacles.all).to.have.length(0);
    });

  it('has an integer renderOrder, because a fraction allocates on the heap for each object and frame', () => {
    const standing = [...worldModules, ...arrivingModules];
    for (const { module } of standing) module.init(stage.scene, stage.state, theme);
    stage.scene.traverse((object) =>
      expect(Number.isInteger(object.renderOrder), `${object.name} ${object.renderOrder}`).to.equal(true),
    );
    for (const { module } of standing.reverse()) module.dispose?.();
  });

  it('has a unique name', () => {
    const names = [...worldModules, ...deferredModules].map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });
});
