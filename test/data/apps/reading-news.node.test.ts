import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadingNews } from '../../../data/apps/reading-news.ts';
import { BridgeEvent } from '../../../data/chat/window-events.ts';
import { Poller } from '../../../data/readings/poller.ts';
import { sessions } from '../../../data/readings/sources/sessions.ts';
import { createState } from '../../../data/state.ts';
import { teamAtWork } from '../../helpers/sessions.ts';
import { until } from '../../helpers/waiting.ts';

/** A poller that counts what it is told. */
function counted() {
  const counts = { refreshed: 0, updated: 0 };
  const poller = { refresh: () => void (counts.refreshed += 1), update: () => void (counts.updated += 1) };
  return { counts, poller };
}

test('a hidden page requests only the readings that its title and icon show', async () => {
  const target = new EventTarget();
  const page = { isHidden: true };
  const [commits, sessions] = [counted(), counted()];
  const announced = [
    { names: ['commits'], poller: commits.poller },
    { names: ['sessions'], poller: sessions.poller, evenHidden: true },
  ];
  const news = createReadingNews(target, announced, {
    monotonicNow: () => 0,
    random: () => 0,
    isHidden: () => page.isHidden,
  });
  news.init(undefined, {});
  const say = (...readings: readonly string[]): boolean =>
    target.dispatchEvent(new BridgeEvent('status-update', { detail: { readings, withinSeconds: 0 } }));
  say('commits');
  say('commits', 'sessions');
  say('sessions');
  await until('the sessions are requested', () => sessions.counts.updated === 1);
  assert.deepEqual(sessions.counts, { refreshed: 1, updated: 1 });
  assert.deepEqual(commits.counts, { refreshed: 0, updated: 0 });

  // The page is shown again: the ticker runs, and requests what was announced meanwhile.
  page.isHidden = false;
  news.update(0, 0);
  assert.deepEqual([commits.counts.refreshed, sessions.counts.refreshed], [1, 1]);
  say('sessions');
  news.update(0, 0);
  assert.equal(sessions.counts.refreshed, 2);
  news.dispose?.();
});

test('a hidden page requests sessions again that change while it requests them', async () => {
  const target = new EventTarget();
  const state = createState(undefined, { base: 'https://home.example/' });
  const answers: (() => void)[] = [];
  const fetch = (): Promise<Response> =>
    new Promise((resolve) =>
      answers.push(() => resolve(Response.json({ sessions: teamAtWork(Date.now()) }))),
    );
  const poller = new Poller({ fetch, now: Date.now, base: state.base }, [sessions]);
  poller.init(undefined, state);
  const news = createReadingNews(target, [{ names: ['sessions'], poller, evenHidden: true }], {
    monotonicNow: () => 0,
    random: () => 0,
    isHidden: () => true,
  });
  news.init(undefined, {});
  const say = () =>
    target.dispatchEvent(
      new BridgeEvent('status-update', { detail: { readings: ['sessions'], withinSeconds: 0 } }),
    );
  say();
  await until('they are requested', () => answers.length === 1);
  say();
  await new Promise((next) => setTimeout(next, 20));
  assert.equal(answers.length, 1, 'one request at a time');
  answers[0]?.();
  await until('they are requested again', () => answers.length === 2);
  poller.dispose();
  news.dispose?.();
});
