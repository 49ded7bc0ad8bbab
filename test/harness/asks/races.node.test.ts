import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Ask } from '../../../data/asks/ask.ts';
import { SessionStore } from '../../../harness/agent-sessions/session-store.ts';
import { AskLog } from '../../../harness/asks/ask-log.ts';
import { until } from '../../helpers/waiting.ts';
import { type TestHome, startHome, temporaryFolder } from '../helpers.ts';
import { postJson } from '../requests.ts';
import { type Asking, ownerOf, people, permission, sendAsk, streamOf } from './asking.ts';

const postReport = ({ url }: TestHome, key: string, body: object): Promise<Response> =>
  postJson(`${url}/api/events`, body, { 'x-home-world-key': key });

/** A home with an owner in two browsers, each with a stream, and one ask. */
interface Scene {
  readonly home: TestHome;
  readonly asking: Asking;
  readonly ask: Ask;
  readonly phone: ReturnType<typeof ownerOf>;
  readonly laptop: ReturnType<typeof ownerOf>;
  readonly laptopSignIn: number;
  /** A report of the session, as its hooks send it. */
  report(body: object): Promise<Response>;
}

const statuses = (responses: readonly Response[]): number[] =>
  responses.map(({ status }) => status).sort((one, other) => one - other);

/** What happens, and the only end that the ask may have. */
const races: readonly (readonly [
  name: string,
  seconds: number,
  happens: (scene: Scene) => Promise<unknown>,
  ends: readonly string[],
])[] = [
  [
    'two phones answer at once',
    60,
    async ({ phone, laptop, ask }) => {
      const both = await Promise.all([
        phone.answer(ask, { choice: 'allow' }),
        laptop.answer(ask, { choice: 'refuse' }),
      ]);
      assert.deepEqual(statuses(both), [200, 409]);
    },
    ['decided'],
  ],
  [
    'a phone and the terminal answer at once',
    60,
    async ({ phone, ask, report }) => {
      const [answered] = await Promise.all([
        phone.answer(ask, { choice: 'allow' }),
        report({ state: 'thinking', call: 'c-1' }),
      ]);
      assert.ok(answered.status === 200 || answered.status === 409);
    },
    ['decided', 'elsewhere'],
  ],
  [
    'the terminal answers first',
    60,
    async ({ phone, ask, report }) => {
      await report({ state: 'thinking', call: 'c-1' });
      assert.equal((await phone.answer(ask, { choice: 'allow' })).status, 409);
    },
    ['elsewhere'],
  ],
  [
    'the turn ends, because the owner stopped it in the terminal',
    60,
    async ({ report }) => report({ state: 'done' }),
    ['elsewhere'],
  ],
  [
    'an answer comes after the deadline',
    1,
    async ({ phone, ask, asking }) => {
      await asking.answer;
      assert.equal((await phone.answer(ask, { choice: 'allow' })).status, 409);
    },
    ['undecided'],
  ],
  [
    'an answer and the deadline come at once',
    1,
    async ({ home, phone, ask }) => {
      await until('the last moment', () => Date.now() >= ask.deadline - 5);
      const { status } = await phone.answer(ask, { choice: 'allow' });
      assert.ok(status === 200 || status === 409);
      await until('an end', () => home.app.home.asks.list().asks.every(({ state }) => state !== 'open'));
    },
    ['decided', 'undecided'],
  ],
  [
    'the sign-in of a phone is revoked before its answer',
    60,
    async ({ home, phone, laptop, laptopSignIn, ask }) => {
      home.app.home.keys.signIns.revoke(laptopSignIn);
      assert.equal((await laptop.answer(ask, { choice: 'allow' })).status, 401);
      assert.equal((await phone.answer(ask, { choice: 'refuse' })).status, 200);
    },
    ['decided'],
  ],
  [
    'the key of the agent is revoked before the answer',
    60,
    async ({ home, phone, ask }) => {
      for (const { name } of home.app.home.keys.agents.list()) home.app.home.keys.agents.revoke(name);
      assert.equal((await phone.answer(ask, { choice: 'allow' })).status, 409);
    },
    ['gone'],
  ],
  [
    'the agent disconnects before the answer',
    60,
    async ({ home, phone, ask, asking }) => {
      asking.leave();
      await until('it is gone', () => home.app.home.asks.list().asks.every(({ state }) => state === 'gone'));
      assert.equal((await phone.answer(ask, { choice: 'allow' })).status, 409);
    },
    ['gone'],
  ],
  [
    'the agent disconnects while the owner answers',
    60,
    async ({ home, phone, ask, asking }) => {
      asking.leave();
      const { status } = await phone.answer(ask, { choice: 'allow' });
      assert.ok(status === 200 || status === 409);
      await until('an end', () => home.app.home.asks.list().asks.every(({ state }) => state !== 'open'));
    },
    ['decided', 'gone'],
  ],
  [
    'the same answer is sent ten times',
    60,
    async ({ phone, ask }) => {
      const all = await Promise.all(Array.from({ length: 10 }, () => phone.answer(ask, { choice: 'allow' })));
      assert.deepEqual(statuses(all), [200, ...Array.from({ length: 9 }, () => 409)]);
    },
    ['decided'],
  ],
];

describe('an ask has one end, and everybody hears of it', () => {
  for (const [name, seconds, happens, ends] of races)
    it(name, async () => {
      await using place = await temporaryFolder();
      const log = new AskLog(join(place.path, 'asks.jsonl'));
      await using home = await startHome({ askLog: log });
      const { key, cookie, untilOpen } = people(home);
      const phone = ownerOf(home, cookie);
      const other = home.app.home.keys.signIns.begin({ browser: 'Laptop', isSecure: false });
      const laptop = ownerOf(home, other.split(';')[0] ?? '');
      const laptopSignIn = home.app.home.keys.signIns.list()[0]?.id ?? 0;
      const stream = await streamOf(home, cookie);
      const asking = sendAsk(home.url, key, permission({ seconds }));
      const ask = await untilOpen();
      const report = (body: object): Promise<Response> =>
        postReport(home, key, { session: { id: 's-1', harness: 'Claude Code' }, ...body });
      const rest = { phone, laptop, laptopSignIn, report };
      await happens({ home, asking, ask, ...rest });

      await until('the end in the stream', () =>
        ['decided', 'elsewhere', 'undecided', 'gone'].includes(stream.events().at(-1)?.asks[0]?.state ?? ''),
      );
      const [shown] = stream.events().at(-1)!.asks;
      assert.ok(ends.includes(shown?.state ?? ''), shown?.state);
      assert.equal(shown?.decision !== undefined, shown?.state === 'decided');
      const answer = await asking.answer.catch(() => undefined);
      if (answer) {
        assert.equal(answer.state, shown?.state);
        assert.equal(answer.decision?.choice, shown?.decision?.choice);
      }
      const logged = log.read().filter((line) => line.event === 'ended');
      assert.deepEqual(
        logged.map(({ state, decision }) => [state, decision?.choice]),
        [[shown?.state, shown?.decision?.choice]],
      );
      stream.close();
    });

  it('a restart between ask and answer', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'asks.jsonl');
    const home = await startHome({ askLog: new AskLog(file) });
    const { key, untilOpen } = people(home);
    const asking = sendAsk(home.url, key, permission());
    const ask = await untilOpen();
    await until('the first byte', () => asking.said() === ' ');
    await home.close();
    // The agent gets the answer `gone`, or loses the connection. Neither is a decision.
    assert.notEqual((await asking.answer.catch(() => undefined))?.state, 'decided');
    await using after = await startHome({ askLog: new AskLog(file) });
    const owner = people(after);
    const [known] = await owner.asks();
    assert.deepEqual([known?.id, known?.state], [ask.id, 'gone']);
    const late = await owner.answer(ask, { choice: 'allow' });
    assert.equal(late.status, 409);
    assert.equal(((await late.json()) as { ask: Ask }).ask.state, 'gone');
  });

  it('a clock that jumps neither ends an ask nor keeps it', async () => {
    let offset = 0;
    await using home = await startHome({ now: () => Date.now() + offset });
    const { key, untilOpen, answer, asks } = people(home);
    const long = sendAsk(home.url, key, permission());
    const ask = await untilOpen();
    for (const jump of [86_400_000, -86_400_000]) {
      offset = jump;
      const [shown] = await asks();
      assert.equal(shown?.state, 'open');
      // The page counts down by what is left.
      const left = (shown?.deadline ?? 0) - home.app.home.asks.list().now;
      assert.ok(left > 0 && left <= 61_000, String(left));
    }
    offset = -86_400_000;
    const short = sendAsk(home.url, key, permission({ seconds: 1, call: 'c-2' }));
    assert.equal((await short.answer).state, 'undecided');
    offset = 0;
    assert.equal((await answer(ask, { choice: 'allow' })).status, 200);
    assert.equal((await long.answer).state, 'decided');
  });
});

describe('what ends no ask', () => {
  const session = { id: 's-1', harness: 'Claude Code' };
  for (const [name, asked, reports] of [
    ['the end of another call', {}, [{ state: 'thinking', call: 'c-9' }]],
    ['the beginning of a call with the same input', {}, [{ state: 'working', call: 'c-1' }]],
    ['another report that it waits', {}, [{ state: 'waiting', call: 'c-1' }, { state: 'waiting' }]],
    ['a report that was sent before it', { at: 5_000 }, [{ state: 'thinking', call: 'c-1', at: 4_000 }]],
    ['another session', {}, [{ state: 'thinking', call: 'c-1', session: { ...session, id: 's-2' } }]],
    [
      'a sub-agent',
      {},
      [
        { state: 'thinking', agent: { id: 'a' } },
        { state: 'done', agent: { id: 'a' } },
      ],
    ],
    [
      'other tools of a program that names no call',
      { call: null },
      [{ state: 'thinking' }, { state: 'working' }],
    ],
  ] as const)
    it(name, async () => {
      await using home = await startHome();
      const { key, untilOpen } = people(home);
      const asking = sendAsk(home.url, key, permission(asked));
      await untilOpen();
      for (const report of reports)
        assert.equal((await postReport(home, key, { session, ...report })).status, 200);
      await untilOpen();
      asking.leave();
    });

  it('two asks of one call: neither of them ends, and the session still waits', async () => {
    await using home = await startHome();
    const { key, untilOpen, answer } = people(home);
    const both = [sendAsk(home.url, key, permission()), sendAsk(home.url, key, permission())];
    const ask = await untilOpen(2);
    home.app.home.household.report({
      state: 'thinking',
      call: 'c-1',
      session: { ...session, name: undefined, folder: undefined, branch: undefined, repository: undefined },
      agent: undefined,
      needs: undefined,
      at: undefined,
      task: undefined,
      step: undefined,
      tool: undefined,
      progress: undefined,
      target: undefined,
      since: undefined,
    });
    await untilOpen(2);
    await answer(ask, { choice: 'allow' });
    await untilOpen(1);
    assert.equal(home.app.home.household.view('owner')?.sessions[0]?.state, 'waiting');
    for (const one of both) one.leave();
  });
});

it('a revoked key: its open asks end at once, without a press', async () => {
  await using home = await startHome();
  const { key, untilOpen, asks } = people(home);
  const asking = sendAsk(home.url, key, permission());
  await untilOpen();
  home.app.home.keys.agents.revoke('laptop');
  assert.equal((await asking.answer).state, 'gone');
  assert.equal((await asks())[0]?.state, 'gone');
});

it('a stop with an open ask and an open page reads no sign-in after the keys are closed', async () => {
  const home = await startHome();
  const { cookie, key, untilOpen } = people(home);
  const stream = await streamOf(home, cookie);
  const asking = sendAsk(home.url, key, permission());
  await untilOpen();
  await home.app.close();
  home.app.home.keys.close();
  await until('the page knows', () => stream.isEnded());
  assert.equal((await asking.answer).state, 'gone');
  // The longest timer of a stream: it must not throw.
  await new Promise((passed) => setTimeout(passed, 1_200));
  await home.close();
});

describe('a session after its last ask', () => {
  interface Place {
    readonly home: TestHome;
    readonly key: string;
    readonly untilOpen: (count?: number) => Promise<Ask>;
    readonly answer: ReturnType<typeof ownerOf>['answer'];
    readonly report: (body: object) => Promise<Response>;
  }
  const firstOpen = ({ home }: Place): Ask =>
    home.app.home.asks.list().asks.find(({ state }) => state === 'open')!;
  const both = (first: object, second: object) => async (place: Place) => {
    const { home, key, untilOpen, answer } = place;
    const sent = [sendAsk(home.url, key, permission(first))];
    await untilOpen(1);
    sent.push(sendAsk(home.url, key, permission(second)));
    await untilOpen(2);
    await answer(firstOpen(place), { choice: 'allow' });
    await until('it waits for the other', () => stateIn(home) === 'waiting');
    await answer(firstOpen(place), { choice: 'refuse' });
    for (const one of sent) assert.equal((await one.answer).state, 'decided');
  };
  const stateIn = ({ app }: TestHome): string | undefined =>
    app.home.household.view('owner')?.sessions[0]?.state;
  const untilOver = ({ home }: Place): Promise<void> =>
    until('no ask is open', () => home.app.home.asks.list().asks.every(({ state }) => state !== 'open'));

  for (const [name, happens, state] of [
    ['two calls that the owner decides', both({}, { call: 'c-2' }), 'thinking'],
    ['two asks without a call', both({ call: null }, { call: null }), 'thinking'],
    ['one ask without a call, and one with a call', both({ call: null }, {}), 'thinking'],
    [
      'the deadline',
      async ({ home, key }) => {
        assert.equal((await sendAsk(home.url, key, permission({ seconds: 1 })).answer).state, 'undecided');
      },
      'thinking',
    ],
    [
      'the deadline of a program that asks in its terminal then',
      async ({ home, key }) => {
        const ask = permission({ seconds: 1, terminal: true });
        assert.equal((await sendAsk(home.url, key, ask).answer).state, 'undecided');
      },
      'waiting',
    ],
    [
      'two deadlines',
      async ({ home, key }) => {
        const ask = permission({ seconds: 1, terminal: true });
        const sent = ['c-1', 'c-2'].map((call) => sendAsk(home.url, key, { ...ask, call }));
        for (const one of sent) assert.equal((await one.answer).state, 'undecided');
      },
      'waiting',
    ],
    [
      'an agent that leaves',
      async (place) => {
        const asking = sendAsk(place.home.url, place.key, permission());
        await place.untilOpen();
        asking.leave();
        await untilOver(place);
      },
      'thinking',
    ],
    [
      'a sub-agent whose time is over',
      async ({ home, key }) => {
        const asking = sendAsk(home.url, key, permission({ seconds: 1, agent: { id: 'a' }, terminal: true }));
        assert.equal((await asking.answer).state, 'undecided');
      },
      'waiting',
    ],
    [
      'one report that ends two asks',
      async (place) => {
        const { home, key, untilOpen, report } = place;
        for (const call of ['c-1', 'c-2']) sendAsk(home.url, key, permission({ call }));
        await untilOpen(2);
        await report({ state: 'thinking' });
        await untilOver(place);
      },
      'thinking',
    ],
    [
      'the end of the turn, with the ask of a sub-agent',
      async (place) => {
        const { home, key, untilOpen, report } = place;
        for (const call of ['c-1', 'c-2']) sendAsk(home.url, key, permission({ call, agent: { id: 'a' } }));
        await untilOpen(2);
        await report({ state: 'done' });
        await untilOver(place);
      },
      'done',
    ],
    [
      'the deadline, if its program has reported that it waits',
      async ({ home, key, untilOpen, report }) => {
        const asking = sendAsk(home.url, key, permission({ seconds: 2 }));
        await untilOpen();
        await report({ state: 'waiting', needs: 'permission', call: 'c-1' });
        assert.equal((await asking.answer).state, 'undecided');
      },
      'waiting',
    ],
    [
      'the deadline, if its program reported before the ask that it waits',
      async ({ home, key, report }) => {
        await report({ state: 'waiting', needs: 'permission', call: 'c-1' });
        assert.equal((await sendAsk(home.url, key, permission({ seconds: 1 })).answer).state, 'undecided');
      },
      'waiting',
    ],
    [
      'the deadline of a second ask, if the first was allowed',
      async (place) => {
        const { home, key, untilOpen, answer, report } = place;
        for (const call of ['c-1', 'c-2']) await report({ state: 'waiting', needs: 'permission', call });
        sendAsk(home.url, key, permission());
        await untilOpen(1);
        const second = sendAsk(home.url, key, permission({ seconds: 2, call: 'c-2', terminal: true }));
        await untilOpen(2);
        await answer(firstOpen(place), { choice: 'allow' });
        assert.equal((await second.answer).state, 'undecided');
      },
      'waiting',
    ],
    [
      'the deadline, if its program waits for another call',
      async ({ home, key, untilOpen, report }) => {
        const asking = sendAsk(home.url, key, permission({ seconds: 2 }));
        await untilOpen();
        await report({ state: 'waiting', needs: 'permission', call: 'c-9' });
        assert.equal((await asking.answer).state, 'undecided');
      },
      'waiting',
    ],
  ] as readonly (readonly [string, (place: Place) => Promise<void>, string])[])
    it(`is ${state} after ${name}`, async () => {
      await using home = await startHome();
      const { key, untilOpen, answer } = people(home);
      const report = (body: object): Promise<Response> =>
        postReport(home, key, { session: { id: 's-1', harness: 'Claude Code' }, ...body });
      await happens({ home, key, untilOpen, answer, report });
      assert.equal(stateIn(home), state);
    });

  it('does not wait after a restart of a home that was killed', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'sessions.sqlite');
    const sessions = new SessionStore(file, { now: Date.now });
    const home = await startHome({ sessions });
    const { key, untilOpen } = people(home);
    const asking = sendAsk(home.url, key, permission());
    await untilOpen();
    // What a killed home leaves: the ask is open in its file.
    const copy = new SessionStore(join(place.path, 'copy.sqlite'), { now: Date.now });
    for (const record of sessions.records()) copy.put(record);
    asking.leave();
    await home.close();
    await using after = await startHome({ sessions: copy });
    assert.equal(stateIn(after), 'thinking');
  });
});
