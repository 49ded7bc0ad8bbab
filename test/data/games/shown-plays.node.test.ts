import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownPlays } from '../../../data/games/shown-plays.ts';
import { PLAY_START, play } from '../../helpers/shown-play.ts';

const START = PLAY_START;
const over = (minutes: number, differs: Record<string, unknown> = {}) =>
  play({ state: 'done', updatedAt: START + minutes * 60_000, ...differs });

test('a portal shows its running play, and not a later play that is over', () => {
  const running = play();
  const { byPortal, until } = shownPlays(
    [over(1, { id: '20261122-221600-a', startedAt: START + 5000 }), running],
    START,
  );
  assert.deepEqual([...byPortal.values()], [running]);
  assert.equal(until, START + 11 * 60_000);
});

test('of two plays of a kind a portal shows the later one, in any order', () => {
  const later = over(2, { id: '20261122-221600-a', startedAt: START + 60_000 });
  for (const plays of [
    [over(1), later],
    [later, over(1)],
  ])
    assert.equal(shownPlays(plays, START).byPortal.get('a'), later);
});

test('the end of a play is shown for ten minutes', () => {
  const end = START + 60_000;
  assert.equal(shownPlays([over(1)], end + 10 * 60_000 - 1).byPortal.size, 1);
  assert.deepEqual(shownPlays([over(1)], end + 10 * 60_000), { byPortal: new Map(), until: Infinity });
});

test('each portal has its own play', () => {
  const { byPortal } = shownPlays([play(), play({ id: '20261122-221500-b', portal: 'b' })], START);
  assert.deepEqual([...byPortal.keys()], ['a', 'b']);
});
