import { expect } from '@open-wc/testing';
import type { Mesh } from 'three';
import * as portals from '../../../world/portals/portals.ts';
import { SIGNS_NAME } from '../../../world/portals/signs.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { PLAY_START, play } from '../../helpers/shown-play.ts';
import type { TestStage } from '../../helpers/stage.ts';
import { eachWithPortals, group, meshWith, values } from './portal-meshes.ts';

describe('a portal where the resident plays', () => {
  let stage: TestStage;
  const start = eachWithPortals((next) => (stage = next));
  const frame = (): void => portals.update(1, 1 / 60);
  const texts = (): string[] =>
    (stage.scene.getObjectByName(SIGNS_NAME) as Mesh).userData['texts'].map(
      ({ text }: { text: string }) => text,
    );
  const label = (): string | undefined => stage.scene.interactions.all[0]?.interaction.label();

  it('says so on its sign and in its hint, and nothing else is built again', () => {
    setPortals(stage.state, [portal('a'), portal('b')]);
    start();
    stage.state.now.set(PLAY_START);
    const before = [...group(stage).children];
    const quiet = [...texts()];
    stage.state.games.plays.set([play()]);
    frame();
    expect(texts()).to.deep.equal(['World a', 'Playing · step 3', ...quiet.slice(2)]);
    expect(label()).to.equal('World a — Playing · step 3');
    expect(group(stage).children).to.deep.equal(before);
    stage.state.games.plays.set([]);
    frame();
    for (let i = 0; i < 60; i++) frame();
    expect(texts(), 'as before').to.deep.equal(quiet);
    expect(label()).to.contain('What a is.');
  });

  it('keeps its words when the ring is built again', () => {
    setPortals(stage.state, [portal('a')]);
    start();
    stage.state.now.set(PLAY_START);
    stage.state.games.plays.set([play({ state: 'waiting' })]);
    setPortals(stage.state, [portal('a'), portal('b')]);
    frame();
    frame();
    expect(texts()).to.contain('Waits for its owner · step 3');
  });

  it('is as it was without a play', () => {
    setPortals(stage.state, [portal('a'), portal('b')]);
    start();
    expect(values(meshWith(stage, 'aPlay'), 'aPlay')).to.deep.equal([0, 0, 0, 0]);
    expect(group(stage).children.filter(({ visible }) => visible).length).to.equal(5);
  });
});
