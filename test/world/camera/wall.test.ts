import { expect } from '@open-wc/testing';
import { theme } from '../../../theme/theme.ts';
import type { State } from '../../../data/state.ts';
import { beginAt } from '../../../data/view/view-state.ts';
import type { Stage } from '../../../data/view/stage.ts';
import * as rig from '../../../world/camera/camera-rig.ts';
import * as wall from '../../../world/camera/wall.ts';
import type { WorldScene } from '../../../world/core/scene/scene.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';
import { session } from '../../helpers/sessions.ts';

const modules = [rig, wall];

describe('the camera of the wall', () => {
  let stage: TestStage;
  let scene: WorldScene;
  let state: State;
  const run = (seconds: number): void => {
    for (let i = 0; i < Math.round(seconds * 20); i++)
      for (const { update } of modules) update(i / 20, 1 / 20);
  };
  const show = (kind: Stage): void => state.stage.set(kind);
  const at = (): number[] => scene.camera.position.toArray();
  const waiting: Stage = { kind: 'waiting', session: session({ name: 'Codex', state: 'waiting' }), count: 1 };

  beforeEach(() => {
    stage = createTestStage(480, 270);
    ({ scene, state } = stage);
    beginAt(state, '/wall');
    for (const { init } of modules) init(scene, state, theme);
    scene.registry.sessionAt = (key) => (key === 'codex' ? { x: 2, z: 0.2 } : undefined);
    run(1);
  });
  afterEach(() => {
    for (const { dispose } of modules.toReversed()) dispose();
    stage.dispose();
  });

  it('begins at the start, flies slowly to who waits, and stays there', () => {
    const before = at();
    show(waiting);
    run(1.5);
    const soon = at();
    expect(Math.hypot(soon[0]! - before[0]!, soon[2]! - before[2]!)).to.be.lessThan(2);
    run(10);
    const [x, , z] = at();
    expect(Math.hypot(x! - 2, z! - 0.2)).to.be.within(4, 5);
    // The figure is above the words, which begin at −0.4.
    scene.camera.updateMatrixWorld();
    const figure = scene.camera.position.clone().set(2, 0.95, 0.2).project(scene.camera);
    expect(figure.y).to.be.within(-0.2, 0.6);
    expect(Math.abs(figure.x)).to.be.lessThan(0.05);
    const there = at();
    run(5);
    expect(at()).to.deep.equal(there);
  });

  it('flies on from where it is when another stage comes meanwhile', () => {
    show(waiting);
    run(2);
    const before = at();
    show({ kind: 'working', sessions: [], count: 2 });
    run(0.05);
    for (const [i, metres] of at().entries()) expect(metres).to.be.closeTo(before[i]!, 0.3);
  });

  it('cuts with reduced motion', () => {
    state.world.reducedMotion.set(true);
    show(waiting);
    run(0.6);
    const there = at();
    run(5);
    expect(at()).to.deep.equal(there);
  });

  it('shows all of the home where a session has no figure', () => {
    const before = at();
    show({ ...waiting, session: session({ name: 'Hidden', state: 'waiting' }) });
    run(10);
    expect(at()).to.deep.equal(before);
  });
});
