import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  FIGURES,
  SessionPlaces,
  placeX,
  placeZ,
  placesInPicture,
} from '../../../../world/narrative/sessions/session-places.ts';
import { START } from '../../../../world/core/scene/start.ts';
import { session } from '../../../helpers/sessions.ts';

const all = Array.from({ length: FIGURES }, (_, index) => index);
const working = (name: string) => session({ name, state: 'working' });
const names = (list: readonly ({ readonly name: string } | undefined)[]): (string | undefined)[] =>
  list.map((one) => one?.name);

describe('the places of figures', () => {
  test('are kept by each session until it ends, whatever the order of the queue', () => {
    const places = new SessionPlaces();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(working) as [
      ReturnType<typeof working>,
      ReturnType<typeof working>,
      ReturnType<typeof working>,
      ReturnType<typeof working>,
    ];
    assert.deepEqual(names(places.update([a, b, c], all)).slice(0, 4), ['a', 'b', 'c', undefined]);
    assert.deepEqual(names(places.update([c, a], all)).slice(0, 4), ['a', undefined, 'c', undefined]);
    assert.deepEqual(names(places.update([d, c, a], all)).slice(0, 4), ['a', 'd', 'c', undefined]);
  });

  test('a session that waits takes that of a calm one when all are taken', () => {
    const places = new SessionPlaces();
    const crowd = Array.from({ length: FIGURES }, (_, index) => working(`s${index}`));
    places.update(crowd, all);
    const waiting = session({ name: 'w', state: 'waiting' });
    const shown = names(places.update([waiting, ...crowd], all));
    assert.equal(shown.filter(Boolean).length, FIGURES);
    assert.equal(shown.at(-1), 'w');
    assert.equal(names(places.update([waiting, ...crowd, working('late')], all)).includes('late'), false);
  });

  test('are two in a tall window', () => {
    const places = new SessionPlaces();
    const inPicture = placesInPicture({ fov: 95, aspect: 0.5, height: 800 }, true);
    const shown = names(places.update(['a', 'b', 'c'].map(working), inPicture));
    assert.deepEqual(shown.slice(0, 3), ['a', 'b', undefined]);
  });

  test('are beside Today while it is open: those behind it are given up, the nearest free ones taken', () => {
    const laptop = { fov: 60, aspect: 16 / 9, height: 720 };
    assert.deepEqual(placesInPicture(laptop, false), all);
    const beside = placesInPicture(laptop, true);
    assert.deepEqual(beside, [0, 1, 2, 4, 6, 7, 8, 10]);
    const places = new SessionPlaces();
    const team = ['a', 'b', 'c', 'd', 'e'].map(working);
    places.update(team, all);
    assert.deepEqual(names(places.update(team, beside)).slice(0, 7), [
      'a',
      'b',
      'c',
      undefined,
      'e',
      undefined,
      'd',
    ]);
    // In a window with more pixels the panel Today covers a smaller share of the picture. In a narrow window
    // it is a sheet and covers none of these places.
    assert.equal(placesInPicture({ fov: 60, aspect: 16 / 9, height: 1080 }, true).length, 9);
    assert.deepEqual(placesInPicture({ fov: 60, aspect: 21.3 / 9, height: 1080 }, true), all);
    assert.deepEqual(placesInPicture({ fov: 60, aspect: 844 / 390, height: 390 }, true), all);
  });

  test('are in the picture: a window of 4:3 has eight', () => {
    assert.deepEqual(
      placesInPicture({ fov: 60, aspect: 4 / 3, height: 768 }, false),
      [0, 1, 2, 3, 6, 7, 8, 9],
    );
  });

  test('hide none from the start, with a step forward or without', () => {
    // Seen from the start, two neighbours are at least as far apart as 0.75 m at a distance of 8 m.
    for (const waits of [false, true]) {
      const slopes = Array.from(
        { length: FIGURES },
        (_, index) => placeX(index, false, waits) / (START.z - placeZ(index, false, waits)),
      ).toSorted((one, other) => one - other);
      for (const [index, slope] of slopes.entries())
        if (index > 0)
          assert.ok(slope - (slopes[index - 1] ?? 0) > 0.75 / 8, `${index}: ${slopes.join(' ')}`);
    }
  });
});
