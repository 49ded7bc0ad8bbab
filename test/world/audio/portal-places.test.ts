import { expect } from '@open-wc/testing';
import { createState } from '../../../data/state.ts';
import { portalDronePlaces } from '../../../world/audio/portal-places.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';

describe('where the portals hum', () => {
  const placesOf = (
    ...given: Parameters<typeof setPortals> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    const state = createState();
    setPortals(state, ...given);
    return portalDronePlaces(state.derived.portals.get());
  };

  it('is the middle of their discs, on the ring or where the record says', () => {
    const [ring, chosen] = placesOf([portal('a'), portal('b', { position: { x: 4, y: 1, z: -9 } })]);
    expect(Math.hypot(ring?.x ?? 0, ring?.z ?? 0)).to.be.closeTo(25, 0.01);
    expect([chosen?.x, chosen?.z]).to.deep.equal([4, -9]);
    expect(chosen?.y).to.be.closeTo(1 + 2.55, 0.01);
  });

  it('keeps the place in the registry, whoever else is silent', () => {
    const places = placesOf([portal('a', { status: 'offline' }), portal('b'), portal('c')]);
    expect(places.map(({ id, index }) => [id, index])).to.deep.equal([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('is silent where a world is offline, and faint where nobody has answered yet or nobody gets in', () => {
    const levels = placesOf(
      [
        portal('open'),
        portal('offline', { status: 'offline' }),
        portal('away'),
        portal('unknown'),
        portal('blocked', { readiness_state: 'blocked' }),
        portal('local', { access_mode: 'local-only' }),
      ],
      [
        health('open', 'online'),
        health('away', 'offline'),
        health('blocked', 'online'),
        health('local', 'online'),
      ],
    ).map(({ id, level }) => [id, level]);
    expect(levels).to.deep.equal([
      ['open', 1],
      ['offline', 0],
      ['away', 0],
      ['unknown', 0.45],
      ['blocked', 0.45],
      ['local', 0.45],
    ]);
  });

  it('is nowhere while there is no registry: the arch that says so is no portal', () => {
    expect(portalDronePlaces(createState().derived.portals.get())).to.deep.equal([]);
  });
});
