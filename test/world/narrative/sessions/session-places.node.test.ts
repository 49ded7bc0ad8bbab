import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  FIGURES,
  SessionPlaces,
  placeX,
  placeZ,
} from '../../../../world/narrative/sessions/session-places.ts';
import { START } from '../../../../world/core/scene/start.ts';
import { session } from '../../../helpers/sessions.ts';

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
    assert.deepEqual(names(places.update([a, b, c])).slice(0, 4), ['a', 'b', 'c', undefined]);
    assert.deepEqual(names(places.update([c, a])).slice(0, 4), ['a', undefined, 'c', undefined]);
    assert.deepEqual(names(places.update([d, c, a])).slice(0, 4), ['a', 'd', 'c', undefined]);
  });

  test('a session that waits takes that of a calm one when all are taken', () => {
    const places = new SessionPlaces();
    const crowd = Array.from({ length: FIGURES }, (_, index) => working(`s${index}`));
    places.update(crowd);
    const waiting = session({ name: 'w', state: 'waiting' });
    const shown = names(places.update([waiting, ...crowd]));
    assert.equal(shown.filter(Boolean).length, FIGURES);
    assert.equal(shown.at(-1), 'w');
    assert.equal(names(places.update([waiting, ...crowd, working('late')])).includes('late'), false);
  });

  test('are two in a tall window', () => {
    const places = new SessionPlaces();
    const shown = names(places.update(['a', 'b', 'c'].map(working), 2));
    assert.deepEqual(shown.slice(0, 3), ['a', 'b', undefined]);
  });

  test('hide none from the start, with a step forward or without', () => {
    // Seen from the start, each is at least three quarters of a metre, eight metres away, from the others.
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
