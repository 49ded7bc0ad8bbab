import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { type LogEntry, SYSTEM_SPEAKER, appendLog } from '../../../data/chat/session-log.ts';
import { type State, createState } from '../../../data/state.ts';
import { createWindowEvents, windowEvents } from '../../../data/chat/window-events.ts';
import { theme } from '../../../theme/theme.ts';
import { signal } from '@lit-labs/signals';

let state: State;
let window: EventTarget;
let module: ReturnType<typeof createWindowEvents>;
const NOW = 1_700_000_000_000;
const dispatch = (name: string, detail?: unknown): void =>
  void window.dispatchEvent(new CustomEvent(name, { detail }));
const counts = () => ({
  log: state.log.get().length,
  speech: state.speech.get().count,
  fireworks: state.fireworks.get().count,
  mergeFlash: state.mergeFlash.get().count,
  egg: state.sovereigntyEgg.get().count,
});
const none = { log: 0, speech: 0, fireworks: 0, mergeFlash: 0, egg: 0 };

beforeEach(() => {
  state = createState(defaultConfig);
  window = new EventTarget();
  module = createWindowEvents(window, () => NOW);
  module.init(undefined, state, theme);
});
afterEach(() => module.dispose?.());

test('a chat message in any script is logged, spoken and shown in the chat', () => {
  dispatch('chat-message', { text: 'hello', speaker: 'ALICE' });
  assert.deepEqual(state.log.get(), [{ ts: NOW, speaker: 'ALICE', text: 'hello' }]);
  assert.deepEqual(state.speech.get(), { count: 1, detail: { speaker: 'ALICE', text: 'hello' } });
  assert.equal(state.chat.entries.get()[0]?.text, 'hello');
  assert.deepEqual(counts(), { ...none, log: 1, speech: 1 });
});

test('a message without a speaker comes from the resident', () => {
  dispatch('chat-message', { text: 'hello' });
  assert.equal(state.log.get()[0]?.speaker, 'TIMMY');
  state.config.set({ ...defaultConfig, resident: { name: 'Ada', persona: '' } });
  dispatch('chat-message', { text: 'hello' });
  assert.equal(state.log.get()[1]?.speaker, 'ADA');
});

test('the words sovereignty and milestone start their effects in any case', () => {
  dispatch('chat-message', { text: 'On SOVEREIGNTY.' });
  assert.deepEqual(counts(), { ...none, log: 1, speech: 1, egg: 1 });
  dispatch('chat-message', { text: 'A Milestone!' });
  assert.deepEqual(counts(), { ...none, log: 2, speech: 2, egg: 1, fireworks: 1 });
});

test('a milestone starts fireworks, whatever its detail', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const detail of [undefined, null, 'v1', { title: 'v1' }, circular, 7n])
    dispatch('milestone-complete', detail);
  assert.deepEqual(counts(), { ...none, fireworks: 6 });
});

test('only a merged pull request flashes', () => {
  for (const detail of [
    { action: 'opened' },
    { action: 'MERGED' },
    {},
    undefined,
    'merged',
    { action: ['merged'] },
  ])
    dispatch('pr-notification', detail);
  assert.deepEqual(counts(), none);
  dispatch('pr-notification', { action: 'merged', title: 'Add a door' });
  assert.deepEqual(counts(), { ...none, mergeFlash: 1 });
  assert.equal(state.mergeFlash.get().detail, 'Add a door');
});

test('status updates, arrivals and departures are only logged', () => {
  dispatch('status-update', { mood: 'calm' });
  dispatch('player-joined', { visitors: 2 });
  dispatch('player-left');
  assert.deepEqual(
    state.log.get().map(({ speaker, text }) => `${speaker} ${text}`),
    ['SYSTEM status-update {"mood":"calm"}', 'SYSTEM player-joined {"visitors":2}', 'SYSTEM player-left'],
  );
  assert.deepEqual(counts(), { ...none, log: 3 });
  assert.deepEqual(state.chat.entries.get(), []);
});

test('a status update with a count of 0 is logged, as every detail is', () => {
  dispatch('status-update', { count: 0 });
  dispatch('player-joined', { count: 0, players: [], visitors: 1 });
  assert.deepEqual(
    state.log.get().map(({ text }) => text),
    ['status-update {"count":0}'],
  );
});

test('the log says in words who arrived and who left', () => {
  dispatch('player-joined', { players: ['630544de'], count: 1, visitors: 1 });
  dispatch('player-left', { players: ['630544de', '9a11'], count: 5, visitors: 3 });
  dispatch('player-joined', { players: [], count: 2, visitors: 5 });
  assert.deepEqual(
    state.log.get().map(({ text }) => text),
    [
      'player-joined 630544de, 1 visitor here',
      'player-left 630544de, 9a11 and 3 more, 3 visitors here',
      'player-joined 2 visitors, 5 visitors here',
    ],
  );
});

test('a detail of the wrong shape is ignored, a long one is cut', () => {
  for (const detail of [
    undefined,
    null,
    'text',
    7,
    {},
    { text: 7 },
    { text: '  ' },
    { text: { toString: () => 'x' } },
  ])
    dispatch('chat-message', detail);
  assert.deepEqual(counts(), none);
  dispatch('chat-message', { text: 'x'.repeat(1_000_000), speaker: 'y'.repeat(1_000) });
  assert.equal(state.log.get()[0]?.text.length, 65_536);
  assert.equal(state.log.get()[0]?.speaker.length, 80);
  dispatch('status-update', { text: 'x'.repeat(1_000_000) });
  assert.ok((state.log.get()[1]?.text.length ?? 0) <= 320);
});

test('text with markup stays text', () => {
  const text = '<img src=x onerror=alert(1)>';
  dispatch('chat-message', { text });
  assert.equal(state.log.get()[0]?.text, text);
  assert.equal(state.chat.entries.get()[0]?.text, text);
});

test('dispose stops listening', () => {
  module.dispose?.();
  dispatch('chat-message', { text: 'hello' });
  assert.deepEqual(counts(), none);
});

test('the log is bounded and ordered by time, and drops notices before messages', () => {
  const later = Array.from({ length: 1_996 }, (_unused, i): LogEntry => ({
    ts: 100 + i,
    speaker: 'A',
    text: '',
  }));
  const log = signal<readonly LogEntry[]>(later);
  const add = (ts: number, speaker = 'A'): void => appendLog({ log }, { ts, speaker, text: String(ts) });
  const added = (): number[] =>
    log
      .get()
      .map(({ ts }) => ts)
      .filter((ts) => ts < 100);
  for (const ts of [10, 30, 20]) add(ts);
  assert.deepEqual(added(), [10, 20, 30]);
  add(40, SYSTEM_SPEAKER);
  add(50);
  assert.deepEqual(added(), [10, 20, 30, 50]);
  add(60);
  assert.deepEqual(added(), [20, 30, 50, 60]);
  assert.equal(log.get().length, 2_000);
});

test('throwing getters, cycles and proxies are details of the wrong shape', () => {
  const trap = (): never => {
    throw new Error('trap');
  };
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const hostile = new Proxy({}, { get: trap, has: trap, ownKeys: trap });
  for (const name of windowEvents)
    for (const detail of [Object.defineProperty({}, 'text', { get: trap }), cycle, hostile, 10n, Symbol('x')])
      dispatch(name, detail);
  const trapped = Object.defineProperty(new Event('chat-message'), 'detail', { get: trap });
  window.dispatchEvent(trapped);
  assert.equal(state.speech.get().count, 0);
  assert.equal(state.chat.entries.get().length, 0);
  dispatch('chat-message', Object.defineProperty({ text: 'hello' }, 'speaker', { get: trap }));
  assert.deepEqual(state.speech.get().detail, { speaker: 'TIMMY', text: 'hello' });
});

test('a speaker’s name fits in one line of the export’s headings', () => {
  dispatch('chat-message', { text: 'hello', speaker: 'EVE\n\n### TIMMY' });
  assert.equal(state.log.get()[0]?.speaker, 'EVE ### TIMMY');
});
