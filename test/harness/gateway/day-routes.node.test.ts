import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { defaultConfig } from '../../../data/config/config.ts';
import { agentDay } from '../../../data/day/agent-day.ts';
import { createDemo } from '../../../harness/demo/demo.ts';
import { readRecordings } from '../../../harness/demo/recordings.ts';
import type { DayReport } from '../../../harness/day/day-report.ts';
import { TOKEN } from '../agent.ts';
import { permission, people, sendAsk } from '../asks/asking.ts';
import { type TestHome, ownerCookie, startHome } from '../helpers.ts';
import { bearer, postJson } from '../requests.ts';

const HOUR = 3_600_000;
const bridge = { token: TOKEN };

async function post(home: TestHome, path: string, body: object): Promise<void> {
  const response = await postJson(`${home.url}${path}`, body, bearer(TOKEN));
  assert.equal(response.status, 200, await response.text());
}

const session = { id: 'hidden-id', harness: 'Codex', folder: 'zqfolder', branch: 'zqbranch' };

async function workOf(home: TestHome): Promise<void> {
  const report = (body: object) => post(home, '/api/events', { session, ...body });
  await report({ state: 'working', task: 'zqtask', tool: 'Bash' });
  await report({ state: 'waiting', needs: 'permission', tool: 'zqtool', call: 'hidden-call' });
  await report({ state: 'failed', step: 'zqstep' });
}

const timeOf = (now = Date.now()): string => `from=${now - HOUR}&until=${now + HOUR}`;

async function dayFor(home: TestHome, cookie = '', query = timeOf()) {
  const response = await fetch(`${home.url}/api/day.json?${query}`, { headers: { cookie } });
  assert.equal(response.status, 200);
  const text = await response.text();
  const json = JSON.parse(text) as { report: DayReport };
  return { text, day: v.parse(agentDay, json), report: json.report };
}

const textFor = async (home: TestHome, cookie = ''): Promise<string> =>
  (await fetch(`${home.url}/api/day.md?${timeOf()}`, { headers: { cookie } })).text();

describe('a day of the home', () => {
  it('has for visitors what they see of the sessions, and for the owner everything', async () => {
    await using home = await startHome({ bridge });
    await workOf(home);
    const visitor = await dayFor(home);
    assert.equal(visitor.day.audience, 'states');
    assert.deepEqual(
      visitor.day.changes.map(({ session: { name, state } }) => `${name} ${state}`),
      ['Codex working', 'Codex waiting', 'Codex failed'],
    );
    assert.equal(visitor.report.asks, null);
    assert.equal(visitor.report.usage, null);
    assert.doesNotMatch(visitor.text + (await textFor(home)), /zq|hidden/);
    const owner = await dayFor(home, ownerCookie(home.app));
    assert.equal(owner.day.audience, 'all');
    for (const word of ['zqfolder', 'zqbranch', 'zqtask', 'zqtool', 'zqstep'])
      assert.match(owner.text, new RegExp(word));
    assert.doesNotMatch(owner.text + (await textFor(home, ownerCookie(home.app))), /hidden/);
    assert.deepEqual(owner.day.changes.at(-1)?.session.key, visitor.day.changes.at(-1)?.session.key);
  });

  for (const visitorsSee of ['nothing', 'counts'] as const)
    it(`has no session for visitors who see ${visitorsSee}`, async () => {
      await using home = await startHome({ bridge, settings: { agentSessions: { visitorsSee } } });
      await workOf(home);
      const { text, day } = await dayFor(home);
      assert.deepEqual(day.changes, []);
      assert.equal(day.counts.length, visitorsSee === 'nothing' ? 0 : 3);
      assert.doesNotMatch(text + (await textFor(home)), /zq|Codex|hidden/);
    });

  it('has the asks with what came of them, for the owner', async () => {
    await using home = await startHome({ bridge });
    const { cookie, key, untilOpen, answer } = people(home);
    const asking = sendAsk(home.url, key, permission());
    const open = await untilOpen();
    await answer(open, { choice: 'allow' });
    await asking.answer;
    const { day, text } = await dayFor(home, cookie);
    assert.deepEqual(
      day.asks.map(({ title, command, state, end }) => [title, command, state, end]),
      [['Bash', 'npm test', 'decided', 'Allowed once']],
    );
    assert.equal(day.asks[0]?.session, day.changes[0]?.session.key);
    assert.doesNotMatch(text, new RegExp(`${open.id}|${open.nonce}`));
    assert.match(await textFor(home, cookie), /asks for permission: Bash – npm test\. Allowed once, after/);
    assert.deepEqual((await dayFor(home)).day.asks, []);
  });

  it('says in Markdown which of its parts are empty', async () => {
    await using home = await startHome({ bridge });
    const response = await fetch(`${home.url}/api/day.md?${timeOf()}`, {
      headers: { cookie: ownerCookie(home.app) },
    });
    assert.match(response.headers.get('content-disposition') ?? '', /filename="[\w-]+-\d{4}-\d\d-\d\d\.md"/);
    const text = await response.text();
    for (const part of [
      /## Agent sessions\n\nNone\./,
      /## Asks\n\nNone\./,
      /## Tokens and money\n\nNo agent has sent what it used on /,
    ])
      assert.match(text, part);
  });

  it('of a home that shows strangers its sessions alone has no commits for them', async () => {
    await using home = await startHome({ bridge, settings: { access: { visitorsSee: ['sessions'] } } });
    await workOf(home);
    const { day, report } = await dayFor(home);
    assert.equal(day.changes.length, 3);
    assert.match(report.commits.missing ?? '', /^private/);
    assert.match(await textFor(home), /## Commits\n\nNot known: private/);
    await using closed = await startHome({ bridge, settings: { access: 'owner' } });
    assert.equal((await fetch(`${closed.url}/api/day.json?${timeOf()}`)).status, 401);
  });

  it('of a demo is its recording, as slow as the day, and says so', async () => {
    await using home = await startHome({ demo: createDemo(await readRecordings(Date.now())) });
    const from = Date.now() - 20 * HOUR;
    const { day } = await dayFor(home, '', `from=${from}&until=${from + 24 * HOUR}`);
    assert.equal(day.recorded, true);
    assert.ok(day.changes.length > 20);
    assert.ok(day.changes.every(({ at }) => at <= day.until));
    assert.match(await textFor(home), /The sessions are the recording of a demo\./);
  });

  it('refuses a time that is too long, or none', async () => {
    await using home = await startHome({ bridge });
    for (const query of ['', 'from=1', 'from=2&until=1', `from=0&until=${27 * HOUR}`, 'from=x&until=y']) {
      const response = await fetch(`${home.url}/api/day.json?${query}`);
      assert.equal(response.status, 400, query);
    }
  });
});

describe('the limits of days', () => {
  it('let all visitors together read for six seconds in a minute, and the owner always', async () => {
    await using home = await startHome({ bridge });
    const day = `/api/day.json?${timeOf()}`;
    const statusOf = async (cookie = ''): Promise<number> =>
      (await home.app.inject({ url: day, headers: { cookie } })).statusCode;
    const own = performance.now.bind(performance);
    let ahead = 0;
    // Each look at the clock is 1.5 s later: a day takes so long here.
    performance.now = () => own() + (ahead += 1_500);
    try {
      const found: number[] = [];
      for (let visit = 0; visit < 12; visit++) found.push(await statusOf());
      assert.equal(found[0], 200);
      assert.ok(found.includes(503), String(found));
      assert.equal(await statusOf(ownerCookie(home.app)), 200);
    } finally {
      performance.now = own;
    }
  });

  it('take no HEAD, and keep the answer of the owner out of caches', async () => {
    await using home = await startHome({ bridge });
    const headers = { cookie: ownerCookie(home.app) };
    const first = await home.app.inject({ url: `/api/day.json?${timeOf()}`, headers });
    assert.equal(first.headers['cache-control'], 'no-store');
    const head = await home.app.inject({ method: 'HEAD', url: `/api/day.json?${timeOf()}`, headers });
    assert.equal(head.statusCode, 404);
  });
});

it('a day is a file also of a home whose name has other letters', async () => {
  await using home = await startHome({ bridge, config: { ...defaultConfig, appName: 'Дом 家' } });
  const answer = await home.app.inject({ url: `/api/day.md?${timeOf()}` });
  assert.equal(answer.statusCode, 200);
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="[\w.-]+"; filename\*=UTF-8''%D0/,
  );
});
