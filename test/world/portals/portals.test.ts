import { expect } from '@open-wc/testing';
import { Color, type Mesh } from 'three';
import * as portals from '../../../world/portals/portals.ts';
import { portalViewModels } from '../../../world/portals/portal-view-model.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import type { TestStage } from '../../helpers/stage.ts';
import { eachWithPortals, group, meshWith, values } from './portal-meshes.ts';

describe('the ring of portals', () => {
  let stage: TestStage;
  const start = eachWithPortals((next) => (stage = next));

  it('is five draw calls for any number of portals', () => {
    setPortals(
      stage.state,
      Array.from({ length: 12 }, (_, i) => portal(`p${i}`)),
    );
    start();
    const drawn = group(stage).children.filter(({ visible }) => visible);
    expect(drawn.length).to.equal(5);
    expect(stage.scene.interactions.all).to.have.length(12);
  });

  it('gives runes the opacities of the specification, by the health check', () => {
    setPortals(
      stage.state,
      [portal('up'), portal('down')],
      [health('up', 'online'), health('down', 'offline')],
    );
    start();
    const runes = values(meshWith(stage, 'aRune'), 'aRune');
    const half = runes.length / 2;
    // Between two words of a name a stone is bare.
    const most = (from: number, part: number): number =>
      Math.max(...runes.slice(from, from + half).filter((_value, i) => i % 4 === part));
    expect(most(0, 1)).to.be.closeTo(0.85, 1e-6);
    expect(most(0, 2)).to.be.closeTo(0.15, 1e-6);
    expect(most(half, 1)).to.be.closeTo(0.12, 1e-6);
    expect(most(half, 2)).to.be.closeTo(0.03, 1e-6);
  });

  it('changes when a check finds a world offline, and back', () => {
    const records = [portal('a')];
    setPortals(stage.state, records);
    start();
    setPortals(stage.state, records, [health('a', 'offline')]);
    portals.update(2, 1 / 60);
    expect(values(meshWith(stage, 'aDisc'), 'aDisc')[0]).to.equal(0);
    setPortals(stage.state, records, [health('a', 'online')]);
    portals.update(3, 1 / 60);
    expect(values(meshWith(stage, 'aDisc'), 'aDisc')[0]).to.equal(1);
  });

  it('is not rebuilt for a reading with the same content', () => {
    setPortals(stage.state, [portal('a')]);
    start();
    const before = [...group(stage).children];
    setPortals(stage.state, [portal('a')]);
    portals.update(2, 1 / 60);
    expect(group(stage).children).to.deep.equal(before);
  });

  it('goes to the destination on its key, and names the key in the hint', () => {
    setPortals(stage.state, [
      portal('a', { destination: { url: '/games/a', action_label: 'Enter the keep' } }),
    ]);
    start();
    const [entry] = stage.scene.interactions.all;
    const interaction = entry?.interaction;
    expect(interaction?.action?.key).to.equal('F');
    expect(interaction?.action?.text()).to.equal('Enter the keep');
    interaction?.action?.run();
    expect(stage.state.view.get()).to.deep.equal({
      mode: 'warp',
      navigation: 'walk',
      portalId: 'a',
      href: 'http://localhost/games/a',
    });
    expect(stage.state.travel.get().count, 'nothing navigates yet').to.equal(0);
  });

  it('draws the line of states only within reading distance', () => {
    setPortals(stage.state, [portal('a'), portal('b')]);
    start();
    const names = group(stage).children.find(
      (child) => ((child as Mesh).material as { map?: unknown } | undefined)?.map,
    ) as Mesh;
    const quads = (): number => names.geometry.drawRange.count / 6;
    expect(quads(), 'two names from the start').to.equal(2);
    const box = stage.scene.interactions.all[0]?.object;
    stage.scene.camera.position.copy(box?.position ?? stage.scene.camera.position).setY(1.7);
    portals.update(2, 1 / 60);
    expect(quads(), 'and one line near one of them').to.equal(3);
    stage.scene.camera.position.set(0, 1.7, 17);
    portals.update(3, 1 / 60);
    expect(quads()).to.equal(2);
  });

  it('gives the reason for a closed portal once', () => {
    setPortals(stage.state, [portal('a')], [{ ...health('a', 'offline'), cause: 'no answer within 8 s' }]);
    start();
    const [entry] = stage.scene.interactions.all;
    expect(entry?.interaction.label()).to.equal(
      'World a — offline, public (portals.json). Closed. No answer within 8 s.',
    );
  });

  it('puts the return portal behind the visitor, in the colour of their arrival', () => {
    const back = portal('return', {
      name: 'Back to example.org',
      world_category: 'return',
      color: '#ff8800',
    });
    setPortals(stage.state, [portal('a'), back], [health('a', 'online')]);
    start();
    const [, entry] = stage.scene.interactions.all;
    expect(entry?.object.position.toArray().map((value) => Math.round(value))).to.deep.equal([0, -0, 25]);
    expect(entry?.object.scale.x).to.be.lessThan(1);
    expect(entry?.interaction.label()).to.contain('Back to example.org');
    const wanted = new Color('#ff8800');
    expect(values(meshWith(stage, 'aDisc'), 'aColor')[3]).to.be.closeTo(wanted.r, 1e-6);
    // The visitor starts on free ground.
    for (const { x, z, radius } of stage.scene.registry.obstacles.all)
      expect(Math.hypot(x, z - 17)).to.be.greaterThan(radius + 1);
  });

  it('offers no key at a closed portal, and gives the reason', () => {
    setPortals(stage.state, [portal('a', { destination: { url: 'ftp://a.example/' } })]);
    start();
    const [entry] = stage.scene.interactions.all;
    expect(entry?.interaction.action).to.equal(undefined);
    expect(entry?.interaction.label()).to.contain('not an http(s) address');
  });

  it('shows one dark arch with the reason when there is no registry', () => {
    for (const [reading, name] of [
      [{ state: 'loading', source: 'portals.json' }, 'PORTALS: —'],
      [{ state: 'empty', source: 'portals.json', fetchedAt: 1 }, 'NO PORTALS'],
      [{ state: 'live', source: 'portals.json', fetchedAt: 1, value: [] }, 'NO PORTALS'],
      [{ state: 'error', source: 'portals.json', cause: 'It answered 500.' }, 'PORTALS: ERROR'],
      [{ state: 'offline', source: 'portals.json', cause: 'No network.' }, 'PORTALS: OFFLINE'],
    ] as const) {
      const views = portalViewModels(reading);
      expect(views.map((view) => view.name)).to.deep.equal([name]);
      expect(views[0]?.presence).to.equal('offline');
    }
  });

  it('takes the key from afar beyond the rim of the island, but only from who looks at the arch', () => {
    setPortals(
      stage.state,
      Array.from({ length: 33 }, (_, i) => portal(`p${i}`)),
    );
    start();
    const { all } = stage.scene.interactions;
    const nearAndFar = [all[0]!, all[32]!].map(({ interaction }) => interaction);
    expect(nearAndFar.map(({ requiresAim }) => requiresAim)).to.deep.equal([false, true]);
    expect(nearAndFar[1]!.reach).to.be.greaterThan(20);
  });

  it('registers obstacles', () => {
    setPortals(stage.state, [portal('a')]);
    start();
    expect(stage.scene.registry.obstacles.all.length).to.equal(2);
    portals.dispose();
    expect(stage.scene.registry.obstacles.all.length).to.equal(0);
  });
});
