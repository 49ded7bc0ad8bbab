import { expect } from '@open-wc/testing';
import { Color, InstancedMesh, type Mesh, type Object3D } from 'three';
import { returnPortal } from '../../../data/travel/arrival.ts';
import { theme } from '../../../theme/theme.ts';
import * as portals from '../../../world/portals/portals.ts';
import { portalViewModels } from '../../../world/portals/portal-view-model.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const group = (stage: TestStage): Object3D => stage.scene.getObjectByName('portals') as Object3D;
const meshWith = (stage: TestStage, attribute: string, except = ''): InstancedMesh => {
  const found = group(stage).children.find(
    (child) =>
      child instanceof InstancedMesh &&
      child.geometry.hasAttribute(attribute) &&
      !child.geometry.hasAttribute(except),
  );
  return found as InstancedMesh;
};
const values = (mesh: Mesh, attribute: string): number[] => [
  ...(mesh.geometry.getAttribute(attribute).array as Float32Array),
];

describe('the ring of portals', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
  });
  afterEach(() => {
    portals.dispose();
    stage.dispose();
  });
  const start = (): void => {
    portals.init(stage.scene, stage.state, theme);
    portals.update(1, 1 / 60);
    stage.render();
  };

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

  it('draws an offline portal grey, dark and still', () => {
    setPortals(stage.state, [portal('down', { status: 'offline', color: '#ff0000' })]);
    start();
    const disc = meshWith(stage, 'aDisc');
    expect(values(disc, 'aDisc')[0]).to.equal(0);
    const grey = new Color(theme.colors.portalOffline);
    expect(values(disc, 'aColor')[0]).to.be.closeTo(grey.r, 1e-6);
  });

  it('keeps the colour of the record', () => {
    setPortals(stage.state, [portal('a', { color: '#ff8833' })]);
    start();
    const wanted = new Color('#ff8833');
    const [r, g, b] = values(meshWith(stage, 'aDisc'), 'aColor');
    expect([r, g, b].map((value) => value?.toFixed(5))).to.deep.equal(
      [wanted.r, wanted.g, wanted.b].map((value) => value.toFixed(5)),
    );
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

  it('shows readiness and access in stone, and gives each readiness its own disc', () => {
    const corners = (differs: Record<string, unknown>): number => {
      setPortals(stage.state, [portal('a', differs)]);
      portals.update(2, 1 / 60);
      const stones = group(stage).children.find((child) =>
        (child as Mesh).geometry?.hasAttribute('glow'),
      ) as Mesh;
      stage.render();
      return stones.geometry.getAttribute('position').count;
    };
    const picture = (): number | undefined => values(meshWith(stage, 'aDisc'), 'aDisc')[1];
    start();
    const whole = corners({});
    const pictures = new Set([picture()]);
    for (const readiness_state of ['active', 'prototype', 'rebuilding', 'blocked', 'offline']) {
      const count = corners({ readiness_state });
      pictures.add(picture());
      if (readiness_state === 'rebuilding') expect(count, 'a gap').to.be.lessThan(whole);
      if (readiness_state === 'blocked') expect(count, 'two beams').to.equal(whole + 2 * 36);
    }
    expect(pictures.size).to.equal(6);
    expect(corners({ access_mode: 'operator' }), 'points').to.be.greaterThan(whole);
    expect(corners({ access_mode: 'local-only' }), 'a gable').to.equal(whole + 2 * 36);
  });

  it('draws no rune on a missing stone', () => {
    setPortals(stage.state, [portal('a', { readiness_state: 'rebuilding' })]);
    start();
    const runes = values(meshWith(stage, 'aRune'), 'aRune');
    const bases = runes.filter((_value, i) => i % 4 === 1);
    // Four stones, and two gaps of “World a ” on the others.
    const bare = bases.filter((base) => base === 0).length;
    expect(bare).to.be.within(4, 8);
    expect(bases.filter((base) => Math.abs(base - 0.85) < 1e-6).length).to.equal(15 - bare);
  });

  /** The light of one disc seen from near, and how much of it changes in two seconds. */
  const lightOf = (status: 'online' | 'unknown' | 'offline'): { light: number; change: number } => {
    setPortals(
      stage.state,
      [portal('a', { position: { x: 0, y: 0, z: 8 }, rotation: { y: 0 } })],
      [health('a', status)],
    );
    portals.update(1, 1 / 60);
    // Their light goes round the ring.
    meshWith(stage, 'aRune').visible = false;
    stage.scene.camera.position.set(0, 2.55, 12);
    stage.scene.camera.lookAt(0, 2.55, 8);
    stage.scene.camera.updateMatrixWorld();
    stage.render();
    const before = stage.pixels();
    portals.update(2, 2);
    stage.render();
    const after = stage.pixels();
    const sum = (of: (at: number) => number): number => before.reduce((all, _value, at) => all + of(at), 0);
    return {
      light: sum((at) => (at % 4 === 3 ? 0 : (before[at] as number))),
      change: sum((at) => Math.abs((before[at] as number) - (after[at] as number))),
    };
  };

  it('lights a disc by what is known of its world, and moves only one that is online', () => {
    start();
    const [online, unknown, offline] = (['online', 'unknown', 'offline'] as const).map(lightOf);
    expect(unknown?.light).to.be.lessThan((online?.light ?? 0) * 0.85);
    expect(offline?.light).to.be.lessThan((unknown?.light ?? 0) * 0.8);
    expect(online?.change).to.be.greaterThan((unknown?.change ?? 0) * 3);
  });

  it('has a round disc, and a glimpse only of a world that is not offline', () => {
    const seen = (status: 'online' | 'offline') =>
      portalViewModels({
        state: 'live',
        source: 'portals.json',
        fetchedAt: 1,
        value: [
          {
            record: portal('a', { image: '/a.jpg' }),
            health: health('a', status),
            isChecked: true,
            entrance: { open: false, reason: '' },
          },
          {
            record: portal('b', { destination: { url: '/heartbeat.html' } }),
            health: health('b', status),
            isChecked: true,
            entrance: { open: false, reason: '' },
          },
        ],
      }).map(({ glimpse }) => glimpse);
    expect(seen('online')).to.deep.equal([{ kind: 'image', path: '/a.jpg' }, { kind: 'heartbeat' }]);
    expect(seen('offline')).to.deep.equal([undefined, undefined]);
    setPortals(stage.state, [portal('a')]);
    start();
    expect(meshWith(stage, 'aDisc').geometry.getAttribute('position').count).to.be.at.least(32);
  });

  it('shows an unchecked world half lit, with dashes around its rim', () => {
    setPortals(stage.state, [portal('a'), portal('b')], [health('a', 'online')]);
    start();
    const [live, , asked, , half, , asking] = values(meshWith(stage, 'aDisc'), 'aDisc');
    expect([live, asked, asking]).to.deep.equal([1, 0, 1]);
    expect(half).to.be.closeTo(0.55, 1e-6);
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
    const back = returnPortal({ ref: 'https://example.org/world', color: '#ff8800' });
    setPortals(stage.state, back ? [portal('a'), back] : [], [health('a', 'online')]);
    start();
    const [, entry] = stage.scene.interactions.all;
    expect(entry?.object.position.toArray().map((value) => Math.round(value))).to.deep.equal([0, -0, 25]);
    expect(entry?.object.scale.x).to.be.lessThan(1);
    expect(entry?.interaction.label()).to.contain('Back to example.org');
    const wanted = new Color('#ff8800');
    expect(values(meshWith(stage, 'aDisc'), 'aColor')[3]).to.be.closeTo(wanted.r, 1e-6);
    // The visitor starts on free ground.
    for (const { x, z, radius } of stage.scene.obstacles.all)
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

  it('registers obstacles', () => {
    setPortals(stage.state, [portal('a')]);
    start();
    expect(stage.scene.obstacles.all.length).to.equal(2);
    portals.dispose();
    expect(stage.scene.obstacles.all.length).to.equal(0);
  });

  it('shows the colour of a portal in the frame', () => {
    setPortals(stage.state, [
      portal('a', { color: '#ff2200', position: { x: 0, y: 0, z: 8 }, rotation: { y: 0 } }),
    ]);
    start();
    const pixels = stage.pixels();
    let red = 0;
    for (let i = 0; i < pixels.length; i += 4)
      if ((pixels[i] as number) > 90 && (pixels[i] as number) > (pixels[i + 2] as number) * 1.6) red++;
    expect(red).to.be.greaterThan(30);
  });
});
