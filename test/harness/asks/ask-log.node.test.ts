import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import * as v from 'valibot';
import { AskDesk } from '../../../harness/asks/ask-desk.ts';
import { AskLog, olderFile, readAskLog, undecidedFile } from '../../../harness/asks/ask-log.ts';
import { asked } from '../../../harness/asks/asked.ts';
import { lockFolder } from '../../../harness/core/sqlite.ts';
import { program, runProgram } from '../emit.ts';
import { temporaryFolder } from '../helpers.ts';
import { permission } from './asking.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
beforeEach(async () => {
  place = await temporaryFolder();
  file = join(place.path, 'asks.jsonl');
});
afterEach(() => place.dispose());

const asker = { sender: 'laptop', name: 'An agent' };
const deskWith = (log: AskLog) =>
  new AskDesk({
    log,
    report: () => undefined,
    endWait: () => undefined,
    nameOf: () => undefined,
    mayAsk: () => true,
    now: Date.now,
    warn: (line) => assert.fail(line),
  });
const decide = (desk: AskDesk, id: string): void => {
  const { nonce } = desk.list().asks.find((one) => one.id === id)!;
  desk.answer(id, { nonce, choice: 'refuse', chosen: [], text: '' }, 'Firefox on Linux');
};
const asks = (desk: AskDesk, more: object = {}) => desk.ask(asker, v.parse(asked, permission({ ...more })))!;

describe('the log of asks', () => {
  it('has what was asked and how it ended, for the user of the home alone, and no nonce', () => {
    const desk = deskWith(new AskLog(file));
    const { id } = asks(desk);
    const { nonce } = desk.list().asks[0]!;
    desk.answer(id, { nonce, choice: 'refuse', chosen: [], text: 'No.' }, 'Firefox on Linux');
    const [first, second] = readAskLog(file);
    assert.ok(first?.event === 'asked' && second?.event === 'ended');
    assert.deepEqual([first.ask.id, first.ask.command?.text], [id, 'npm test']);
    assert.deepEqual(
      [second.id, second.state, second.decision?.choice, second.decision?.text, second.decision?.by],
      [id, 'decided', 'refuse', 'No.', 'Firefox on Linux'],
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.doesNotMatch(readFileSync(file, 'utf8'), new RegExp(nonce));
    desk.close();
  });

  it('gives what was open before a restart its end', () => {
    const before = deskWith(new AskLog(file));
    const { id } = asks(before);
    // The process is killed while it writes.
    appendFileSync(undecidedFile(file), '{"event":"ended","id":"');
    const after = deskWith(new AskLog(file));
    assert.deepEqual(
      after.list().asks.map((one) => [one.id, one.state, one.title]),
      [[id, 'gone', 'Bash']],
    );
    const [known] = after.list().asks;
    const answer = after.answer(id, { nonce: known!.nonce, choice: 'allow', chosen: [], text: '' }, 'x');
    assert.equal(answer.outcome, 'ended');
    assert.equal(deskWith(new AskLog(file)).list().asks.length, 1);
    assert.equal(readAskLog(file).filter(({ event }) => event === 'ended').length, 1);
    before.close();
  });

  it('has two files of decisions at most, and reads both', () => {
    const desk = deskWith(new AskLog(file, { maxBytes: 20_000 }));
    const ids = Array.from({ length: 40 }, () => {
      const { id } = asks(desk, { command: 'x'.repeat(1_000) });
      decide(desk, id);
      return id;
    });
    assert.ok(statSync(file).size <= 20_000);
    assert.ok(statSync(olderFile(file)).size <= 20_000);
    const decided = readAskLog(file).flatMap((one) =>
      one.event === 'ended' && one.decision ? [one.id] : [],
    );
    assert.ok(decided.length > 10);
    assert.deepEqual(decided, ids.slice(-decided.length));
  });

  it('keeps the decisions and the asks of other keys, whatever one key asks', () => {
    const log = new AskLog(file);
    const desk = deskWith(log);
    const first = asks(desk, { command: 'rm -r build', diff: 'y'.repeat(60_000) });
    decide(desk, first.id);
    const other = desk.ask({ sender: 'server', name: 'An agent' }, v.parse(asked, permission()))!;
    other.leave();
    for (let round = 0; round < 400; round++)
      asks(desk, { command: 'x'.repeat(60_000), plan: 'é'.repeat(60_000) }).leave();
    const sizes = [file, undecidedFile(file)].map((one) => statSync(one).size);
    assert.ok((sizes[0] ?? 0) < 20_000 && (sizes[1] ?? 0) < 200_000, String(sizes));
    for (const shown of [desk, deskWith(new AskLog(file))]) {
      const states = shown.list().asks.map(({ id, state }) => [id, state]);
      assert.ok(states.some(([id, state]) => id === first.id && state === 'decided'));
      assert.ok(states.some(([id, state]) => id === other.id && state === 'gone'));
      assert.ok(states.length <= 50);
    }
    const logged = readAskLog(file).find((one) => one.event === 'asked' && one.ask.id === first.id);
    assert.ok(logged?.event === 'asked');
    assert.equal(logged.ask.command?.text, 'rm -r build');
    assert.match(logged.ask.diff?.text ?? '', /^y{2000,}\n⟦5\d{4} characters are left out here⟧\ny+$/);
  });

  it('lists of an ended ask the beginning of its command, also after a restart', () => {
    const desk = deskWith(new AskLog(file));
    const [short, long] = ['npm test', `\nnpm run build\n${'x'.repeat(600)}`].map((command) =>
      asks(desk, { command, diff: 'y' }),
    );
    decide(desk, short!.id);
    long!.leave();
    const wide = asks(desk, { command: 'z'.repeat(500) });
    wide.leave();
    for (const one of [desk, deskWith(new AskLog(file))]) {
      const listed = one.list().asks;
      assert.deepEqual(
        new Set(listed.map(({ command }) => command?.text)),
        new Set(['npm test', 'npm run build', 'z'.repeat(120)]),
      );
      for (const { command, diff } of listed)
        assert.deepEqual([(command?.left ?? 0) > 0, diff], [command?.text !== 'npm test', undefined]);
    }
  });

  it('leaves the agents alone if it cannot be written', async () => {
    const lines: string[] = [];
    const log = new AskLog(join(place.path, 'missing/asks.jsonl'));
    const warn = (line: string): void => void lines.push(line);
    const desk = new AskDesk({
      log,
      report: () => undefined,
      endWait: () => undefined,
      nameOf: () => undefined,
      mayAsk: () => true,
      now: Date.now,
      warn,
    });
    const opened = asks(desk);
    const { id, nonce } = desk.list().asks[0]!;
    desk.answer(id, { nonce, choice: 'allow', chosen: [], text: '' }, 'x');
    assert.equal((await opened.answer).decision?.choice, 'allow');
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /the log of asks could not be written/);
  });
});

describe('home-world asks', () => {
  const run = (...args: string[]) =>
    runProgram(process.execPath, [program, 'asks', '--data', place.path, ...args]);

  it('prints the log, in words and as JSON', async () => {
    lockFolder(place.path).release();
    assert.match((await run()).out, /^No agent has asked anything/);
    const desk = deskWith(new AskLog(file));
    const { id } = asks(desk, { note: 'Runs the tests' });
    asks(desk, { title: 'Write', command: null, diff: '--- a\n+++ a\n+x' }).leave();
    const { nonce } = desk.list().asks.find((one) => one.id === id)!;
    desk.answer(id, { nonce, choice: 'always', chosen: ['r0'], text: '' }, 'Firefox on Linux');
    writeFileSync(file, `not a line\n${readFileSync(file, 'utf8')}`);
    const { code, out } = await run();
    assert.equal(code, 0);
    assert.match(
      out,
      /Claude Code on laptop: Bash – Runs the tests\n {4}npm test\n {2}.* Always allowed: Bash\(npm test\), in Firefox on Linux\n/,
    );
    assert.match(
      out,
      /Write\n {4}--- a\n {4}\+\+\+ a\n {4}\+x\n {2}.* The agent left, or its key was revoked\n$/,
    );
    const json = (await run('--json')).out.trim().split('\n');
    assert.deepEqual(
      json.map((line) => (JSON.parse(line) as { event: string }).event),
      ['asked', 'asked', 'ended', 'ended'],
    );
  });
});
