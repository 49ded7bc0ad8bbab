import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import * as v from 'valibot';
import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { agentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { sovereigntyFile } from '../../../data/readings/schemas/sovereignty.ts';
import { createState } from '../../../data/state.ts';
import { isRecorded, upstreams } from '../../../harness/demo/page/addresses.ts';
import { MemoryStore, PageBridge } from '../../../harness/demo/page/page-bridge.ts';
import { RecordedHome } from '../../../harness/demo/page/recorded-home.ts';
import { readRecordedDiffs, readRecordedFiles } from '../../../harness/demo/recordings.ts';
import { QUESTIONS_FILE, readUnderstanding } from '../../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../../harness/resident/answers/status-resident.ts';
import { until } from '../helpers.ts';

const base = new URL('https://pages.example/some/folder/');

it('imports no module of Node in the page of a static demo', async () => {
  const entry = join(import.meta.dirname, '../../../harness/demo/page/entry.ts');
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    // A module of Node stays an import, and the list of inputs names the file that has it.
    external: ['node:*'],
    logLevel: 'silent',
    outdir: 'unused',
    splitting: true,
  });
  const imports = Object.entries(metafile.inputs).flatMap(([file, { imports: own }]) =>
    own.filter(({ path }) => path.startsWith('node:')).map(({ path }) => `${file} imports ${path}`),
  );
  assert.deepEqual(imports, []);
});

describe('the home in the page of a static demo', () => {
  /** The static host: two files and one page. */
  const asked: string[] = [];
  const host = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, base);
    asked.push(`${init?.method ?? 'GET'} ${pathname}`);
    if (pathname === '/some/folder/recordings.json') return Response.json(await readRecordedFiles());
    if (pathname === '/some/folder/diffs.json') return Response.json(await readRecordedDiffs());
    if (pathname === '/some/folder/questions.txt') return new Response(await readFile(QUESTIONS_FILE));
    if (pathname === '/some/folder/config.json') return Response.json({ recorded: true });
    if (pathname === '/some/folder/portals.json')
      return new Response(
        await readFile(join(import.meta.dirname, '../../../harness/demo/data/portals.json'), 'utf8'),
      );
    return new Response(null, { status: pathname === '/some/folder/heartbeat.html' ? 200 : 404 });
  };
  const home = new RecordedHome(base, host);
  const ask = async (address: string): Promise<unknown> => (await home.answer(new URL(address, base))).json();

  it('answers upstreams and server of the home, and nothing else', () => {
    const answered = ['api/v1/repos/timmy/lit/commits', 'portals.json', `${upstreams.weather}/v1/forecast`];
    const left = [
      'config.json',
      '../portals.json',
      'https://pages.example/api/x',
      'https://world.example/api/',
    ];
    for (const address of answered) assert.ok(isRecorded(new URL(address, base), base), address);
    for (const address of left) assert.ok(!isRecorded(new URL(address, base), base), address);
  });

  it('has the recorded commits of a busy day, which have arrived', async () => {
    const commits = (await ask('api/v1/repos/timmy/lit/commits?limit=50&days=3')) as {
      commit: { author: { date: string } };
    }[];
    assert.ok(commits.length >= 40, String(commits.length));
    assert.ok(commits.every(({ commit }) => Date.parse(commit.author.date) <= Date.now()));
    const other = await home.answer(new URL('api/v1/repos/other/lit/commits', base));
    assert.equal(other.status, 404);
  });

  it('has what each recorded commit and pull request changed', async () => {
    const below = 'api/v1/repos/timmy/lit';
    const diffAt = (path: string) => home.answer(new URL(`${below}/${path}`, base));
    const commits = (await ask(`${below}/commits?limit=50`)) as { sha: string }[];
    const pulls = (await ask(`${below}/pulls?state=closed&limit=50`)) as { number: number }[];
    const paths = [
      ...commits.map(({ sha }) => `git/commits/${sha}.diff`),
      ...pulls.map(({ number }) => `pulls/${number}.diff`),
    ];
    assert.ok(paths.length > 60);
    for (const path of paths) {
      const answer = await diffAt(path);
      assert.equal(answer.status, 200, path);
      assert.match(await answer.text(), /^diff --git a\//, path);
    }
    assert.equal((await diffAt('pulls/1.diff')).status, 404);
  });

  it('has recorded sessions of coding agents', async () => {
    const { sessions, recorded } = (await ask('api/sessions.json')) as Record<string, unknown>;
    assert.equal(recorded, true);
    assert.ok(v.parse(agentSessions, sessions).sessions.length >= 2);
  });

  it('counts the sovereignty figure, which the heartbeat page reads as a file', async () => {
    const figure = v.parse(sovereigntyFile, await ask('sovereignty-status.json'));
    assert.match(figure.label, /OWN/i);
    assert.ok(figure.parts?.some(({ name }) => name === 'weather'));
  });

  it('leads portals of the home below its folder, and checks no other ones', async () => {
    const records = (await ask('portals.json')) as { id: string; destination: { url?: string } }[];
    assert.equal(records[0]?.destination.url, '/some/folder/heartbeat.html');
    const { portals } = (await ask('api/health/portals')) as { portals: { id: string; status: string }[] };
    assert.deepEqual(
      portals.map(({ status }) => status),
      ['online', ...portals.slice(1).map(() => 'unknown')],
    );
    assert.deepEqual(new Set(asked), new Set(asked.filter((line) => line.includes(' /some/folder/'))));
  });

  it('answers a chat once, stops one, and knows its visitor again', async () => {
    const state = createState(defaultConfig, { base: base.href, now: 0, problems: [] });
    const resident = new StatusResident(readUnderstanding, { demo: 'in page', pauseMs: 1 });
    const tools = { state, resident, store: new MemoryStore(), now: Date.now, log: () => undefined };
    const bridge = new PageBridge({ ...tools, visitors: () => 1 });
    const frames: ServerFrame[] = [];
    const connect = () => bridge.serve((text) => frames.push(JSON.parse(text) as ServerFrame));
    const answerTo = (id: string) =>
      frames.filter((frame) => frame.type === 'chat-message' && frame.replyTo === id);
    let tab = connect();
    tab.message('{"type":"chat","id":"q0","text":"hi"}');
    assert.deepEqual(frames.at(-1), { type: 'error', code: 'no-session', message: 'Say hello first.' });
    tab.message('{"type":"hello","version":1}');
    await until(() => frames.at(-1)?.type === 'welcome');
    const welcome = frames.at(-1);
    assert.ok(welcome?.type === 'welcome' && welcome.resident.note.startsWith('DEMO'));
    tab.message('{"type":"chat","id":"q1","text":"what do you store of what I write?"}');
    await until(() => answerTo('q1').length === 1);
    assert.match(JSON.stringify(answerTo('q1')), /no server gets it/);
    tab.message('{"type":"chat","id":"q2","text":"help"}');
    tab.message('{"type":"stop","id":"q2"}');
    await until(() => answerTo('q2').length === 1);
    assert.match(JSON.stringify(answerTo('q2')), /"end":"stopped"/);
    tab.close();
    tab = connect();
    frames.length = 0;
    tab.message(JSON.stringify({ type: 'hello', version: 1, session: welcome.session, cursor: 2 }));
    await until(() => frames.at(-1)?.type === 'chat-message');
    assert.deepEqual(
      frames.flatMap((frame) => (frame.type === 'chat-message' ? [frame.seq] : [])),
      [3, 4],
    );
  });
});
