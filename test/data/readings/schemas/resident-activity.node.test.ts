import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { isStale } from '../../../../data/readings/schemas/activity-states.ts';
import {
  type ResidentActivity,
  nextActivity,
  reportedActivity,
  residentActivity,
} from '../../../../data/readings/schemas/resident-activity.ts';

const report = (given: object) => v.parse(reportedActivity, { state: 'working', ...given });
const next = (before: ResidentActivity | undefined, given: object, now: number): ResidentActivity =>
  nextActivity(before, report(given), now);
const MINUTE = 60_000;

describe('a report of the resident’s activity', () => {
  it('becomes one line without control characters, bidirectional controls and half characters', () => {
    const { task } = report({ task: ' a\u202eb\u2066c\r\n\td\u0000\u001b[31m\u2028e\u200f\ud83d ' });
    assert.equal(task, 'abc d [31m e');
    assert.equal(report({ step: 'عائلة 👩‍👧 émile' }).step, 'عائلة 👩‍👧 émile', 'other scripts and emoji stay');
  });

  it('is cut where a text is too long, and not inside a character', () => {
    assert.equal(report({ task: 'x'.repeat(5_000) }).task?.length, 200);
    assert.equal(report({ tool: 'x'.repeat(5_000) }).tool?.length, 80);
    assert.equal(report({ task: `${'x'.repeat(199)}👩` }).task, 'x'.repeat(199));
  });

  it('has http(s) addresses only, and never a password in one', () => {
    const url = (given: string) => report({ target: { kind: 'url', name: 'x', url: given } }).target?.url;
    assert.equal(url('https://me:secret@example.org/a?b#c'), 'https://example.org/a?b#c');
    for (const bad of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'file:///etc',
      'a b',
    ])
      assert.throws(() => url(bad), /http\(s\) address/, bad);
    assert.throws(() => url(`https://example.org/${'x'.repeat(2_000)}`), /http\(s\) address/);
  });

  it('has no name and password of an address in any of its texts', () => {
    const dirty = 'git clone https://bob:hunter2@git.corp/x ssh://tok\u200ben@h //a:b@c and me@home';
    const clean = 'git clone https://git.corp/x ssh://h //c and me@home';
    const given = report({ task: dirty, step: dirty, tool: dirty, target: { kind: 'url', name: dirty } });
    for (const text of [given.task, given.step, given.tool, given.target?.name]) assert.equal(text, clean);
    const long = report({ task: `${'x'.repeat(180)} https://bob:${'p'.repeat(100)}@git.corp/x` }).task;
    assert.equal(long, `${'x'.repeat(180)} https://git.corp/x`, 'before it is cut');
    const other = 'https://host/a@b?c=//d@e 20 % //comment';
    assert.equal(report({ task: other }).task, 'https://host/a@b?c=//e 20 % //comment');
  });

  it('has no password in another spelling, and keeps what is none', () => {
    for (const [dirty, clean] of [
      ['http://bob:a/b@h', 'http://h'],
      ['https://bob:pass word@h', 'https://h'],
      ['https:/bob:one1@h', 'https:/h'],
      ['HTTPS:\\\\bob:bs1@h', 'HTTPS:\\\\h'],
      ['bob:hunter5@git.corp/x', 'git.corp/x'],
      ['scp "bob:p@ss@h" x', 'scp "h" x'],
      ['curl -u bob:hunter3 https://h', 'curl -u … https://h'],
      ["curl --user='bob:my word' h", 'curl --user=… h'],
      ['curl -ubob:hunter3', 'curl -u…'],
      ['curl -u bob:h@nter3 https://h', 'curl -u … https://h'],
      ['https://bob:12345-a/b@h', 'https://h'],
      ['GITHUB_TOKEN=qtok DB_PASSWORD="my word" git push', 'GITHUB_TOKEN= DB_PASSWORD= git push'],
      ['curl -H "Authorization: Bearer qtok" h', 'curl -H "Authorization: Bearer …" h'],
      ['GET /x?token=qtok&n=1#access_token=zz', 'GET /x?token=&n=1#access_token='],
      ['PGPASSWORD=hunter2 psql', 'PGPASSWORD= psql'],
      ['AWS_SECRET_ACCESS_KEY=ab/c+d STRIPE_KEY=e aws s3 ls', 'AWS_SECRET_ACCESS_KEY= STRIPE_KEY= aws s3 ls'],
      ['mysqldump --password hunter2 -u root', 'mysqldump --password … -u root'],
      ['gh --api-token "a b" pr --passphrase=\'c d\'', 'gh --api-token … pr --passphrase='],
      ['GET /x?pass=a&pwd=b&sig=c%2Fd&X-Amz-Signature=e', 'GET /x?pass=&pwd=&sig=&X-Amz-Signature='],
      [`curl -d '{"password":"a b","n":1}' h`, `curl -d '{"password":…,"n":1}' h`],
      ['curl -d "{\\"apiKey\\": \\"a\\"}" h', 'curl -d "{\\"apiKey\\": …}" h'],
      [`curl -H "X-Api-Key: a" -H 'Private-Token:b' h`, `curl -H "X-Api-Key: …" -H 'Private-Token:…' h`],
      ['DB_PASSWORD: 123456', 'DB_PASSWORD: …'],
      ['{"Authorization":"Bearer a"}', '{"Authorization":"Bearer …"}'],
      ['SECRET="a b and cut of', 'SECRET='],
      ['/?password=abc&API_KEY=d&key=e&private_token=f', '/?password=&API_KEY=&key=&private_token='],
    ] as const) {
      const { task } = report({ task: dirty });
      assert.equal(task, clean);
      // `home-world emit` cleans a report, and the home once more.
      assert.equal(report({ task }).task, clean);
    }
    for (const text of [
      'see http://localhost:4200/a@b and http://localhost:4200 by me@home',
      'npm:lit@3 nginx:1.2@sha256:00ff mailto:me@home git@host:path C:\\a\\b@c',
      'GET https://h: 404, ask @bob; https://h:8080, ask me@home; http://[::1]:4200/ for me@home',
      'clone ssh://github.com:org/repo.git for me@home; http://localhost:PORT/ is of me@home',
      'docker run -u 1000:1000 x; sort -u list; git push -u origin a:b',
      'compass=north MAX_TOKENS=5 docker login --password-stdin src/api-token:12:3 {"key":"ctrl+s"}',
      'a ?monkey=1&tokens=2 sort key=name src/a.ts:12 at 10:30 with Authorization: required',
    ])
      assert.equal(report({ task: text }).task, text);
    const url = (given: string) => report({ target: { kind: 'url', name: 'x', url: given } }).target?.url;
    assert.equal(url('https://h/a?token=qtok&b=1#access_token=zz'), 'https://h/a?token=&b=1#access_token=');
    assert.equal(url('https://h/?PASSWORD=abc'), 'https://h/?PASSWORD=');
  });

  for (const [what, given] of [
    ['a state that does not exist', { state: 'sleeping' }],
    ['a progress over 1', { progress: 1.1 }],
    ['a progress that is no number', { progress: Number.NaN }],
    ['a text that is no text', { task: { toString: 1 } }],
    ['a target without a kind', { target: { name: 'x' } }],
    ['a target without a visible name', { target: { kind: 'file', name: '\u202e ' } }],
    ['a time before 1970', { since: -1 }],
  ] as const)
    it(`is refused with ${what}`, () => {
      assert.equal(v.safeParse(reportedActivity, { state: 'working', ...given }).success, false);
    });

  it('may have null for what is not known, and fields that this version does not know', () => {
    const given = {
      task: null,
      step: null,
      tool: null,
      progress: null,
      target: null,
      since: null,
      mood: 'x',
    };
    assert.deepEqual(nextActivity(undefined, report(given), 5), { state: 'working', since: 5, updatedAt: 5 });
  });
});

describe('the record of the resident’s activity', () => {
  it('fits the schema of the frame, for every report', () => {
    const target = { kind: 'issue', name: '#12', url: 'https://example.org/12' } as const;
    const full = { task: 'a', step: 'b', tool: 'c', progress: 0, target };
    const record = next(undefined, full, 1_000);
    assert.deepEqual(v.parse(residentActivity, record), record);
    assert.deepEqual(record, { state: 'working', ...full, since: 1_000, updatedAt: 1_000 });
  });

  it('keeps its task until the next one, until it is removed, and until the agent is idle', () => {
    const first = next(undefined, { task: 'Spring cleaning', step: 'windows' }, 0);
    const second = next(first, { state: 'thinking' }, 1);
    assert.equal(second.task, 'Spring cleaning');
    assert.equal(second.step, undefined, 'a step does not stay');
    assert.equal(next(second, { task: 'Cooking' }, 2).task, 'Cooking');
    for (const none of [null, '', ' \n']) assert.equal(next(second, { task: none }, 2).task, undefined);
    const idle = next(second, { state: 'idle' }, 2);
    assert.equal(idle.task, undefined);
    assert.equal(next(idle, {}, 3).task, undefined);
  });

  it('keeps its begin through thinking and working on one task', () => {
    const first = next(undefined, { task: 'a' }, 10);
    const second = next(first, { state: 'thinking' }, 20);
    assert.deepEqual([second.since, second.updatedAt], [10, 20]);
    assert.equal(next(second, { task: 'b' }, 30).since, 30);
    assert.equal(next(second, { state: 'waiting' }, 30).since, 30);
    assert.equal(next(second, { state: 'idle' }, 30).since, 30);
  });

  it('begins when the agent says so, but not in the future', () => {
    assert.equal(next(undefined, { since: 5 }, 10).since, 5);
    assert.equal(next(undefined, { since: 5_000 }, 10).since, 10);
  });

  it('is stale ten minutes after the last report, unless it is idle', () => {
    const record = next(undefined, { task: 'a' }, 0);
    assert.equal(isStale(record, 10 * MINUTE), false);
    assert.equal(isStale(record, 10 * MINUTE + 1), true);
    assert.equal(isStale(next(undefined, { state: 'idle' }, 0), 1e12), false);
  });

  it('takes nothing from a stale record', () => {
    const record = next(undefined, { task: 'yesterday’s' }, 0);
    assert.deepEqual(next(record, {}, 11 * MINUTE), {
      state: 'working',
      since: 11 * MINUTE,
      updatedAt: 11 * MINUTE,
    });
  });
});
