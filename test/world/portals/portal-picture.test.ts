import { expect } from '@open-wc/testing';
import { Color, type Mesh } from 'three';
import { theme } from '../../../theme/theme.ts';
import * as portals from '../../../world/portals/portals.ts';
import { portalViewModels } from '../../../world/portals/portal-view-model.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import type { TestStage } from '../../helpers/stage.ts';
import { eachWithPortals, group, meshWith, values } from './portal-meshes.ts';

describe('the picture of a portal', () => {
  let stage: TestStage;
  const start = eachWithPortals((next) => (stage = next));

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

  it('leaves the light of an unchecked world two fifths of its colour, on the disc, the ground and the floor', () => {
    setPortals(stage.state, [portal('a', { color: '#ff8833' })], []);
    start();
    const given = new Color('#ff8833');
    const [r = 0, g = 0, b = 0] = values(meshWith(stage, 'aDisc'), 'aColor');
    // The share of the light that is colour and not grey.
    const colourOf = (red: number, green: number, blue: number): number =>
      (red - blue) / (0.2126 * red + 0.7152 * green + 0.0722 * blue);
    expect(colourOf(r, g, b) / colourOf(given.r, given.g, given.b)).to.be.closeTo(0.4, 1e-4);
    expect(values(meshWith(stage, 'aSpill'), 'aColor').slice(0, 3)).to.deep.equal([r, g, b]);
    const [glow] = stage.scene.registry.glows.all;
    expect(glow!.color.r / glow!.color.b).to.be.closeTo(r / b, 1e-4);
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

  it('draws a portal without an address as dark sides of an arch, without disc and light', () => {
    setPortals(stage.state, [portal('a'), portal('b', { destination: {} })]);
    start();
    const stones = (): Mesh =>
      group(stage).children.find((child) => (child as Mesh).geometry?.hasAttribute('glow')) as Mesh;
    const both = stones().geometry.getAttribute('position').count;
    expect(meshWith(stage, 'aDisc').count, 'one disc').to.equal(1);
    expect(meshWith(stage, 'aSpill').count).to.equal(1);
    expect(stage.scene.registry.glows.all).to.have.length(1);
    // Eight of fifteen stones have fallen, and four of them lie there.
    expect(both).to.equal((17 + 13) * 36);
    const runes = values(meshWith(stage, 'aRune'), 'aRune').filter((_value, i) => i % 4 === 1);
    expect(runes.slice(15).filter((base) => base > 0).length).to.be.within(4, 7);
    for (const base of runes.slice(15)) expect(base).to.be.at.most(0.12 + 1e-6);

    setPortals(stage.state, [portal('b', { destination: {} })]);
    portals.update(2, 1 / 60);
    stage.render();
    expect(meshWith(stage, 'aDisc').count, 'no disc at all').to.equal(0);
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
  const lightOf = (
    status: 'online' | 'unknown' | 'offline',
    color?: string,
  ): { light: number; change: number } => {
    setPortals(
      stage.state,
      [portal('a', { position: { x: 0, y: 0, z: 8 }, rotation: { y: 0 }, ...(color && { color }) })],
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
    const [online, unknown, offline] = (['online', 'unknown', 'offline'] as const).map((status) =>
      lightOf(status),
    );
    expect(unknown?.light).to.be.lessThan((online?.light ?? 0) * 0.75);
    expect(offline?.light).to.be.lessThan((unknown?.light ?? 0) * 0.8);
    expect(online?.change).to.be.greaterThan((unknown?.change ?? 0) * 3);
  });

  it('has the light of an unchecked world below that of an open one in the same or another colour', () => {
    start();
    const colors = ['#4af0c0', '#ff8a3d', '#ffd700', '#b06bff', '#5db7ff'];
    const dark = lightOf('offline').light;
    const of = (status: 'online' | 'unknown') => colors.map((color) => lightOf(status, color).light - dark);
    const [open, unchecked] = [of('online'), of('unknown')];
    expect(Math.max(...unchecked)).to.be.lessThan(Math.min(...open) * 0.7);
    expect(Math.min(...unchecked)).to.be.greaterThan(Math.min(...open) * 0.25);
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
    expect(half).to.be.closeTo(0.4, 1e-6);
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
