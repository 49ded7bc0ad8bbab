import { expect } from '@open-wc/testing';
import type { InstancedBufferGeometry, Mesh } from 'three';
import { emotes } from '../../../../data/presence/presence-state.ts';
import { theme } from '../../../../theme/theme.ts';
import * as visitors from '../../../../world/narrative/visitors/visitors.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, runOnce, setLevel } from '../../../helpers/stage.ts';
import { Crowd } from './crowd.ts';

describe('visitors', () => {
  let stage: TestStage;
  let crowd: Crowd;
  beforeEach(() => {
    stage = createTestStage(160, 90);
    stage.scene.camera.position.set(0, 2, 5);
    stage.scene.camera.lookAt(0, 1.5, 0);
    crowd = new Crowd(stage.state);
    setLevel(stage.scene, 'highest');
  });
  afterEach(() => {
    visitors.dispose();
    stage.dispose();
  });
  const start = (): void => {
    visitors.init(stage.scene, stage.state, theme);
    visitors.update(0, 0);
  };
  const instances = (name: string): number =>
    (stage.scene.getObjectByName(name) as Mesh<InstancedBufferGeometry>).geometry.instanceCount;
  /** Lets a second pass, then draws. */
  const settle = (): void => {
    for (let i = 0; i < 20; i++) {
      crowd.pass(50);
      visitors.update(0, 0.05);
    }
    stage.render();
  };
  /** How bright the picture is, left and right of its middle. */
  const halves = (): readonly [left: number, right: number] => {
    const pixels = stage.pixels();
    let [left, right] = [0, 0];
    for (let at = 0; at < pixels.length; at += 4)
      if ((at / 4) % 160 < 80) left += pixels[at]!;
      else right += pixels[at]!;
    return [left, right];
  };

  it('draws nothing without others, one call for their lights, and one more for names', () => {
    start();
    const before = stage.calls();
    for (let number = 1; number <= 50; number++) crowd.put(number, (number % 10) - 5, number / 10 - 3);
    settle();
    expect(stage.calls() - before).to.equal(1);
    expect(instances('visitors')).to.equal(50);
    for (let number = 1; number <= 12; number++) crowd.put(number, number - 6, 1, `Visitor ${number}`);
    settle();
    expect(stage.calls() - before).to.equal(2);
    expect(instances('visitor names')).to.equal(8);
    crowd.players.leaveAll();
    settle();
    expect(stage.calls()).to.equal(before);
  });

  it('shows a light where the visitor is, and moves it', () => {
    start();
    crowd.put(1, -2, 0);
    settle();
    const [left, right] = halves();
    expect(left).to.be.greaterThan(right + 300);
    // In steps of a walk.
    for (let x = -2; x <= 2; x += 0.25) {
      crowd.put(1, x, 0);
      crowd.pass(100);
    }
    settle();
    const [after, moved] = halves();
    expect(moved).to.be.greaterThan(after + 300);
  });

  it('shows a name near by and none from afar', () => {
    start();
    crowd.put(1, 0, 1, 'Ada');
    crowd.put(2, 0, -20, 'Ben');
    settle();
    expect(instances('visitor names')).to.equal(1);
    stage.scene.camera.position.set(0, 2, -18);
    settle();
    expect(instances('visitor names')).to.equal(1);
    stage.scene.camera.position.set(0, 2, -60);
    settle();
    expect(stage.scene.getObjectByName('visitor names')?.visible).to.equal(false);
  });

  it('draws each emote over the light, still with reduced motion', () => {
    start();
    crowd.put(1, 0, 2);
    settle();
    const [plain] = halves();
    for (const reduced of [false, true]) {
      stage.state.world.reducedMotion.set(reduced);
      for (const emote of emotes) {
        crowd.players.emote(1, emote);
        crowd.pass(1_000);
        visitors.update(0, 0.05);
        stage.render();
        expect(halves()[0], emote).to.be.greaterThan(plain + 100);
        const drawn = stage.pixels();
        crowd.pass(200);
        visitors.update(0, 0.2);
        stage.render();
        if (reduced) expect(stage.pixels(), emote).to.deep.equal(drawn);
      }
    }
  });

  it('goes out in the visitor’s face', () => {
    start();
    crowd.put(1, 0, 4.8);
    settle();
    const near = halves();
    expect(near[0] + near[1]).to.be.lessThan(200);
  });

  it('notes where this visitor stands, for the others, while there is a world', () => {
    const { own } = stage.state.presence;
    Object.assign(stage.scene.player, { x: 3, y: 2, z: -4, yaw: 1, heightOffset: 5 });
    start();
    expect({ ...own }).to.deep.equal({ isKnown: true, x: 3, y: 7, z: -4, yaw: 1 });
    visitors.dispose();
    expect(own.isKnown).to.equal(false);
  });

  it('leaves nothing behind, at any level', () => {
    crowd.put(1, 0, 0, 'Ada');
    crowd.pass(1_000);
    runOnce(stage, visitors, ['lowest', 'low', 'middle', 'highest']);
    expectNothingLeft(stage, visitors);
    stage = createTestStage();
  });
});
