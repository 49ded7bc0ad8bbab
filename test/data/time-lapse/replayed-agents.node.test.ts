import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import type { AgentDay } from '../../../data/day/agent-day.ts';
import { dayEvents } from '../../../data/day/day-events.ts';
import { type ReplayedDay, readReplayedDay, replayedDay } from '../../../data/day/replayed-day.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { NO_SESSIONS } from '../../../data/readings/sources/sessions.ts';
import { type State, createState } from '../../../data/state.ts';
import { seek, startTimeLapse } from '../../../data/time-lapse/time-lapse-commands.ts';
import { createTimeLapse } from '../../../data/time-lapse/time-lapse-run.ts';
import { clockText } from '../../../data/time-lapse/time-lapse.ts';
import { theme } from '../../../theme/theme.ts';
import { session } from '../../helpers/sessions.ts';

// Days depend on the visitor's time zone.
process.env['TZ'] = 'UTC';

const DAY = Date.parse('2026-11-20T00:00:00Z');
const MINUTE = 60_000;
const NOW = DAY + 38 * 60 * MINUTE;
const at = (minute: number): number => DAY + minute * MINUTE;

const day = (given: Partial<AgentDay> = {}): AgentDay => ({
  from: DAY,
  until: at(1440),
  audience: 'states',
  knownSince: DAY - 5 * 1440 * MINUTE,
  isCut: false,
  changes: [
    { at: at(480), session: session({ name: 'Codex', state: 'working', since: at(480) }) },
    {
      at: at(600),
      session: session({ name: 'Codex', state: 'waiting', needs: 'answer', since: at(600) }),
    },
    { at: at(660), session: session({ name: 'Codex', state: 'failed', since: at(660) }) },
    { at: at(720), session: session({ name: 'Codex', state: 'ended', since: at(720) }) },
  ],
  counts: [],
  asks: [],
  ...given,
});

let state: State;
let lapse: ReturnType<typeof createTimeLapse>;
let seconds: number;
let asked: (readonly [number, number])[];
let answers: ((day: ReplayedDay) => void)[];

beforeEach(() => {
  [seconds, asked, answers] = [0, [], []];
  state = createState(defaultConfig, { now: NOW });
  setCommits([]);
  const now = (): number => NOW + seconds * 1000;
  lapse = createTimeLapse({ now, monotonicNow: now }, (...time) => {
    asked.push(time);
    return new Promise((answer) => answers.push(answer));
  });
  lapse.init(undefined, state, theme);
});
afterEach(() => lapse.dispose?.());

const setCommits = (value: readonly Commit[]): void =>
  state.readings.commits.set({ state: 'live', source: 'me/home', fetchedAt: NOW, value });
const commit = (minute: number): Commit => ({
  sha: `${minute}`,
  author: 'Ada',
  authoredAt: at(minute),
  title: `at ${minute}`,
});
function run(length: number): void {
  for (let i = 0; i < length * 20; i++) {
    seconds += 1 / 20;
    lapse.update(0, 1 / 20);
  }
}
async function open(given: ReplayedDay | undefined, moment?: number): Promise<void> {
  startTimeLapse(state, { day: '2026-11-20', at: moment === undefined ? undefined : at(moment) });
  lapse.update(0, 0);
  if (!given) return;
  answers.at(-1)?.(given);
  await new Promise((done) => setTimeout(done, 0));
  lapse.update(0, 0);
}
const shown = (): string[] =>
  (state.timeLapse.sessions.get()?.value?.sessions ?? []).map((one) => `${one.name} ${one.state}`);
const to = (minute: number): void => {
  seek(state, minute / 1440);
  run(0.5);
};

test('a day without commits is replayed with its agents, from midnight', async () => {
  await open(undefined);
  assert.equal(state.timeLapse.playing.get(), false);
  assert.deepEqual(asked, [[DAY, at(1440)]]);
  assert.deepEqual(shown(), [], 'the present sessions are not those of the day');
  await open(replayedDay(day()));
  assert.equal(state.timeLapse.playing.get(), true);
  run(10.5);
  assert.equal(clockText(state.timeLapse.clock.get()), '08:20');
  assert.deepEqual(shown(), ['Codex working']);
  run(20);
  assert.equal(state.view.get().mode, 'normal');
  assert.equal(state.timeLapse.sessions.get(), undefined, 'the present sessions are back');
});

test('agents come, wait, fail and leave at their minute, also after a jump', async () => {
  await open(replayedDay(day()), 479);
  for (const [minute, there] of [
    [479, []],
    [480, ['Codex working']],
    [599, ['Codex working']],
    [600, ['Codex waiting']],
    [660, ['Codex failed']],
    [720, []],
    [601, ['Codex waiting']],
  ] as const) {
    to(minute);
    assert.deepEqual(shown(), there, `minute ${minute}`);
  }
  assert.equal(state.timeLapse.sessions.get()?.moment, '10:01 of 20 Nov, time-lapse');
});

test('a link to a minute stays at it when the agents come, also if only later commits are known', async () => {
  state.commitsKnownSince.set(at(900));
  setCommits([commit(950), commit(900)]);
  await open(undefined, 1000);
  assert.equal(state.timeLapse.run.get()?.from, at(900));
  await open(replayedDay(day()), 1000);
  assert.equal(state.timeLapse.run.get()?.from, DAY);
  run(0.1);
  assert.equal(state.timeLapse.clock.get(), at(1000));
  to(600);
  assert.deepEqual(shown(), ['Codex waiting']);
});

test('a linked moment before the known commits is shown when the agents arrive, if the visitor has not moved', async () => {
  state.commitsKnownSince.set(at(900));
  setCommits([commit(950), commit(900)]);
  await open(undefined, 500);
  assert.equal(state.timeLapse.clock.get(), at(900), 'nothing before it is known');
  await open(replayedDay(day()), 500);
  run(0.5);
  assert.equal(state.timeLapse.clock.get(), at(500));
  assert.equal(state.timeLapse.playing.get(), false);
  assert.deepEqual(shown(), ['Codex working']);
  await open(undefined, 500);
  seek(state, 0.5);
  run(0.1);
  answers.at(-1)?.(replayedDay(day()));
  await new Promise((done) => setTimeout(done, 0));
  run(0.1);
  assert.equal(state.timeLapse.clock.get(), at((900 + 1440) / 2));
});

test('agents are replayed also while the commits cannot be read', async () => {
  state.readings.commits.set({ state: 'error', source: 'me/home', cause: 'HTTP 502' });
  await open(replayedDay(day()));
  assert.equal(state.timeLapse.playing.get(), true);
  to(500);
  assert.deepEqual(shown(), ['Codex working']);
  assert.equal(state.timeLapse.shown.get()?.commits.cause, 'HTTP 502');
});

test('sessions that begin to be stored within the day are no longer unknown from that minute', async () => {
  await open(replayedDay(day({ knownSince: at(100) })));
  state.timeLapse.playing.set(false);
  to(50);
  assert.equal(state.timeLapse.sessions.get()?.cause, 'not stored');
  to(200);
  assert.equal(state.timeLapse.sessions.get()?.cause, NO_SESSIONS);
});

test('the days go back to the first that is stored', async () => {
  await open(replayedDay(day()));
  const days = state.timeLapse.run.get()?.days.map((one) => one.day);
  assert.deepEqual(days?.slice(0, 2), ['2026-11-21', '2026-11-20']);
  assert.equal(days?.at(-1), '2026-11-15');
  assert.equal(days?.length, 7);
});

test('an answer for a day that is no longer replayed changes nothing', async () => {
  await open(undefined);
  const [first] = answers;
  startTimeLapse(state, { day: '2026-11-19' });
  lapse.update(0, 0);
  first?.(replayedDay(day()));
  await new Promise((done) => setTimeout(done, 0));
  run(0.1);
  assert.equal(state.timeLapse.run.get()?.agents, undefined);
});

test('a moment before the first stored one has no sessions, and says why', () => {
  const { sessions } = replayedDay(day({ knownSince: at(470), changes: [] }));
  assert.equal(sessions(at(460), '').cause, 'not stored');
  assert.equal(sessions(at(480), '').cause, 'no agent session has reported yet');
});

test('readers who see only counts see them at each moment', () => {
  const counts = { atWork: 3, waiting: 1, failed: 0, done: 0, silent: 0 };
  const { sessions, hasContent } = replayedDay(
    day({ audience: 'counts', changes: [], counts: [{ at: at(480), counts, more: 4 }] }),
  );
  assert.equal(hasContent, true);
  assert.equal(sessions(at(479), '').value, undefined);
  assert.deepEqual(sessions(at(481), '').value?.counts, counts);
});

test('a home that does not answer gives a reason, a static host none', async () => {
  const answering = (response: () => Response) => ({
    base: 'https://home.example/',
    fetch: async () => response(),
  });
  const refused = await readReplayedDay(
    answering(() => Response.json({ message: 'The day could not be read' }, { status: 503 })),
    0,
    1,
  );
  assert.match(refused.cause, /could not be read/);
  assert.equal(refused.sessions(0, '').state, 'error');
  const missing = await readReplayedDay(
    answering(() => new Response('', { status: 404 })),
    0,
    1,
  );
  assert.equal(missing.cause, '');
  const read = await readReplayedDay(
    answering(() => Response.json(day())),
    0,
    1,
  );
  assert.deepEqual(read.day, day());
});

test('the events of a day name what happened, and mark asks, failures and merges', () => {
  const ask: AgentDay['asks'][number] = {
    kind: 'question',
    session: '',
    name: 'a script',
    title: 'Which port?',
    note: '',
    command: '',
    state: 'decided',
    end: 'Answered: 8080',
    askedAt: at(700),
    endedAt: at(701),
  };
  const events = dayEvents({
    from: DAY,
    to: at(1440),
    day: day({ asks: [ask] }),
    commits: [commit(500), commit(2000)],
    merged: [{ number: 7, title: 'The quay', author: 'ada', mergedAt: at(650) }],
  });
  assert.deepEqual(
    events.map(({ at: time, kind, text }) => `${clockText(time)} ${kind} ${text}`),
    [
      '08:00 session Codex: working',
      '08:20 commit Ada: at 500',
      '10:00 ask Codex: waits for an answer',
      '10:50 merge merged: #7 The quay — ada',
      '11:00 failure Codex: failed',
      '11:40 ask a script has a question: Which port? – Answered: 8080',
      '12:00 session Codex: has ended',
    ],
  );
});
