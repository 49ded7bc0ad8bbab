import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS, localTime } from '../../../data/core/time.ts';
import { daySessions } from '../../../data/day/day-sessions.ts';
import { absenceBefore, absenceText, toldTime } from '../../../data/since/absence.ts';
import { type SinceAnswer, readSince, sinceLines } from '../../../data/since/since.ts';
import { storyOf } from '../../../data/since/story.ts';
import { parseLink } from '../../../data/view/deep-link.ts';
import { randomFrom } from '../../helpers/random.ts';
import { session } from '../../helpers/sessions.ts';
import { sinceAnswer } from '../../helpers/since.ts';
import { row } from '../../helpers/usage.ts';

const FROM = Date.UTC(2026, 10, 20, 22);
const UNTIL = FROM + 9 * HOUR_MS;
const absence = { from: FROM, until: UNTIL };
type Change = SinceAnswer['changes'][number];
type Report = SinceAnswer['report'];

const answerOf = (changes: readonly Change[] = [], report: Partial<Report> = {}): SinceAnswer =>
  sinceAnswer(absence, [...changes], report);

const change = (
  minutes: number,
  name: string,
  state: Change['session']['state'],
  more: Partial<Change['session']> = {},
): Change => ({
  at: FROM + minutes * MINUTE_MS,
  session: session({ name, state, since: FROM + minutes * MINUTE_MS, ...more }),
});

const textsOf = (answer: SinceAnswer): string[] => sinceLines(answer).map(({ text }) => text);
const storyText = (answer: SinceAnswer): string =>
  storyOf(absence, sinceLines(answer), answer)
    .map(({ text }) => text)
    .join(' ');
const at = (minutes: number): string => localTime(FROM + minutes * MINUTE_MS);

describe('what happened since the owner was here', () => {
  test('begins with what waits and what failed, and ends with what it cost', () => {
    const answer = answerOf(
      [
        change(10, 'Codex', 'working', { task: 'Draw the sea', tools: 0 }),
        change(70, 'Codex', 'done', { task: 'Draw the sea', tools: 14, files: 3 }),
        change(80, 'Gemini CLI', 'working'),
        change(90, 'Gemini CLI', 'failed', { step: 'rate limit' }),
        change(100, 'Claude Code', 'working'),
        change(500, 'Claude Code', 'waiting', { needs: 'permission', tool: 'Bash' }),
        change(200, 'OpenCode', 'working', { task: 'Tests' }),
      ],
      {
        commits: {
          missing: null,
          knownSince: null,
          list: [
            { author: 'Ada', title: 'Draw the stars', authoredAt: FROM + 5 * MINUTE_MS },
            { author: 'Brook', title: 'Name the portals', authoredAt: FROM + 65 * MINUTE_MS },
          ],
        },
        merged: {
          missing: null,
          knownSince: null,
          list: [{ number: 12, title: 'The sea', mergedAt: FROM + 75 * MINUTE_MS }],
        },
        usage: { day: '2026-11-21', rows: [row()] },
      },
    );
    assert.deepEqual(textsOf(answer), [
      'Claude Code waits for permission, 40 min: with Bash',
      `Gemini CLI failed at ${at(90)}: rate limit`,
      `Codex finished at ${at(70)}: Draw the sea (1 h at work, 14 tool calls, 3 files)`,
      'OpenCode is at work: Tests',
      '#12 was merged: The sea',
      '2 commits by Ada and Brook, the last one: Name the portals',
      'Used on 2026-11-21, an estimate: 1.25 M tokens, about $3.20',
    ]);
    assert.match(
      storyText(answer),
      /^Good \w+\. You were away for nine hours\. Not everything went well\. Claude Code waits for permission, for 40 minutes\. Gemini CLI failed at \d\d:\d\d: rate limit\. Codex finished at \d\d:\d\d: Draw the sea\. It was at work for one hour\. OpenCode is at work\. Pull request 12 was merged: The sea\. There were two commits by Ada and Brook\. Your agents cost about \$3\.20 on 21 November, by their own estimate\. An agent waits for you: the door is the place to answer\.$/,
    );
  });

  test('leads to its moment, or to where it is answered', () => {
    const failed = sinceLines(answerOf([change(0, 'Codex', 'working'), change(90, 'Codex', 'failed')]))[0]!;
    const { view, day, moment } = parseLink(failed.href.slice(2));
    assert.deepEqual([view, Date.parse(day!) + moment! * 1000], ['time-lapse', FROM + 90 * MINUTE_MS]);
    const [waits] = sinceLines(answerOf([change(0, 'Codex', 'waiting')]));
    assert.equal(waits?.href, 'door');
    const [used] = sinceLines(answerOf([], { usage: { day: '2026-11-21', rows: [row()] } }));
    assert.equal(used?.href, 'door#usage');
  });

  test('says that nothing happened, what failed and went on, and what is not known', () => {
    assert.deepEqual(textsOf(answerOf()), []);
    assert.match(
      storyText(answerOf()),
      /Nothing happened: no session, no commit, and nothing was merged\. Nothing waits/,
    );
    const wentOn = answerOf([
      change(0, 'Codex', 'working'),
      change(10, 'Codex', 'failed'),
      change(20, 'Codex', 'working'),
    ]);
    assert.equal(textsOf(wentOn)[0], `Codex failed at ${at(10)}. It is at work now.`);
    const report = { commits: { missing: 'HTTP 502', knownSince: null, list: [] } };
    assert.deepEqual(textsOf(answerOf([], report)), ['The commits are not known: HTTP 502']);
    assert.match(storyText(answerOf([], report)), /The commits are not known\./);
  });

  test('counts the others of many, and a session that only stood there is no news', () => {
    const many = Array.from({ length: 9 }, (_, index) => change(index, `Codex ${index + 2}`, 'waiting'));
    assert.deepEqual(textsOf(answerOf(many)).length, 4);
    assert.equal(textsOf(answerOf(many))[3], 'and 6 others wait');
    assert.deepEqual(textsOf(answerOf([change(0, 'Codex', 'done', { since: FROM - HOUR_MS })])), []);
  });

  test('tells what fell silent, and neither an old failure nor an old end as new', () => {
    const old = { since: FROM - 40 * HOUR_MS };
    const silent = answerOf([
      change(0, 'Codex', 'working'),
      change(70, 'Codex', 'silent', { updatedAt: FROM + 59 * MINUTE_MS }),
    ]);
    assert.deepEqual(textsOf(silent), [`Codex: no news since ${at(59)}`]);
    assert.match(storyText(silent), /There is no news of Codex since \d\d:\d\d\./);
    const gone = change(360, 'Codex', 'ended');
    assert.deepEqual(textsOf(answerOf([change(0, 'Codex', 'done', old), gone])), []);
    assert.deepEqual(textsOf(answerOf([change(0, 'Codex', 'failed', old), gone])), []);
    const worked = answerOf([change(0, 'Codex', 'working'), change(30, 'Codex', 'done'), gone]);
    assert.deepEqual(textsOf(worked), [`Codex finished at ${at(30)} (30 min at work)`]);
    const stopped = answerOf([change(0, 'Codex', 'working'), change(30, 'Codex', 'ended')]);
    assert.deepEqual(textsOf(stopped), [`Codex ended at ${at(30)} (30 min at work)`]);
  });

  test('has asks of unknown sessions, and says where a list is not complete', () => {
    const ask = {
      kind: 'permission',
      session: '',
      name: 'an agent',
      title: 'Run the tests',
      note: '',
      command: '',
      state: 'open',
      end: '',
      askedAt: FROM,
    } as const;
    const list = [{ author: 'Ada', title: 'Draw', authoredAt: UNTIL - MINUTE_MS }];
    const commits = { missing: null, knownSince: UNTIL - HOUR_MS, list };
    const pulls = [1, 2, 3, 4].map((number) => ({ number, title: 'Draw', mergedAt: UNTIL - MINUTE_MS }));
    const merged = { ...commits, list: pulls };
    const answer = { ...answerOf([], { commits, merged }), asks: [ask], isCut: true };
    assert.deepEqual(textsOf(answer), [
      'An agent asks: Run the tests',
      ...[1, 2, 3].map((number) => `#${number} was merged: Draw`),
      'and at least 1 other was merged',
      'at least 1 commit by Ada, the last one: Draw',
    ]);
    assert.match(storyText(answer), /Draw\. At least one other was merged\. There was at least one commit/);
    assert.match(storyText(answer), /There was more than I can tell\. An agent waits for you/);
  });

  test('is read from the home, at most of the last day', async () => {
    const paths: string[] = [];
    const fetch = async (url: URL | RequestInfo): Promise<Response> => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url);
      paths.push(pathname + search);
      return Response.json(answerOf());
    };
    const long = { from: UNTIL - 72 * HOUR_MS, until: UNTIL };
    const result = await readSince({ base: 'https://home.example/', fetch }, long);
    assert.ok(result.ok);
    assert.deepEqual(paths, [`/api/day.json?from=${UNTIL - 24 * HOUR_MS}&until=${UNTIL}`]);
    assert.deepEqual(toldTime(long), { from: UNTIL - 24 * HOUR_MS, until: UNTIL });
    assert.equal(absenceText(long), `Since you were here, the last 24 hours to ${localTime(UNTIL)}`);
    assert.equal(absenceText(absence), `Since you were here, from ${localTime(FROM)} to ${localTime(UNTIL)}`);
  });

  test('begins after half an hour, stays for the visit, and goes when it is closed', () => {
    const text = () => {
      let value = '';
      return { get: () => value, set: (next: string) => void (value = next) };
    };
    const [seen, told] = [text(), text()];
    assert.equal(absenceBefore(seen, told, FROM), undefined, 'the first visit');
    assert.equal(absenceBefore(seen, told, FROM + 29 * MINUTE_MS), undefined);
    assert.equal(absenceBefore(seen, told, FROM + 58 * MINUTE_MS), undefined, 'the same visit');
    const found = { from: FROM + 58 * MINUTE_MS, until: FROM + 88 * MINUTE_MS };
    assert.deepEqual(absenceBefore(seen, told, found.until), found);
    assert.deepEqual(absenceBefore(seen, told, found.until + MINUTE_MS), found, 'after a reload');
    told.set('');
    assert.equal(absenceBefore(seen, told, found.until + 2 * MINUTE_MS), undefined);
    // The clock was set back.
    assert.equal(absenceBefore(seen, told, FROM - HOUR_MS), undefined);
    seen.set('x');
    assert.equal(absenceBefore(seen, told, FROM), undefined);
  });
});

/** A night with sessions, commits, merges and usage at random moments. */
function randomNight(seed: number): SinceAnswer {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const minutes = (): number => below(9 * 60);
  const changes: Change[] = [];
  for (let index = 0; index < below(7); index++) {
    const name = `Agent${String.fromCharCode(65 + index)}`;
    let [when, tools] = [below(300), 0];
    for (let step = 0; step < 1 + below(6); step++) {
      const state = (['working', 'waiting', 'failed', 'done'] as const)[below(4)]!;
      tools += below(40);
      changes.push(
        change(when, name, state, {
          tools,
          files: below(9),
          ...(state === 'failed' && { step: 'no network' }),
        }),
      );
      when = Math.min(539, when + 1 + below(120));
    }
  }
  const times = (): number[] => Array.from({ length: below(9) }, minutes).sort((one, other) => one - other);
  const authors = ['Ada', 'Brook', 'Cleo', 'Dan', 'Eve'];
  return answerOf(changes, {
    commits: {
      missing: null,
      knownSince: null,
      list: times().map((minute) => ({
        author: authors[below(5)]!,
        title: 'Draw it',
        authoredAt: FROM + minute * MINUTE_MS,
      })),
    },
    merged: {
      missing: null,
      knownSince: null,
      list: times().map((minute) => ({
        number: 1 + below(900),
        title: 'Draw it',
        mergedAt: FROM + minute * MINUTE_MS,
      })),
    },
    usage: below(2) === 0 ? null : { day: '2026-11-21', rows: [row({ dollars: below(900) / 100 })] },
  });
}

const numerals = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** The numbers of a spoken text: clock times, digits and words. */
const numbersIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\d\d:\d\d|\d[\d,.]*\d|\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/g,
    ),
  ].map(([found]) => (numerals.includes(found) ? String(numerals.indexOf(found)) : found));

/** Every number that the rows of a night have, counted here without the code of the story. */
function numbersOf(night: SinceAnswer): Set<string> {
  const { changes, report } = night;
  const found = new Set<string>();
  const span = (ms: number): void => {
    found
      .add(String(Math.max(1, Math.floor(ms / MINUTE_MS))))
      .add(String(Math.max(1, Math.floor(ms / HOUR_MS))));
  };
  span(UNTIL - FROM);
  const keys = new Set(changes.map(({ session: { key } }) => key));
  for (const key of keys) {
    const all = changes.filter(({ session: one }) => one.key === key);
    let atWork = 0;
    for (const [index, { at: when, session: one }] of all.entries()) {
      found.add(localTime(when));
      if (one.state === 'working') atWork += (all[index + 1]?.at ?? UNTIL) - when;
    }
    span(atWork);
    span(UNTIL - all.at(-1)!.session.since);
  }
  for (const list of [report.commits.list, report.merged.list]) found.add(String(list.length));
  for (const { number } of report.merged.list) found.add(String(number));
  const authors = new Set(report.commits.list.map(({ author }) => author)).size;
  // Of many, three are named, or two authors.
  for (let most = 1; most <= Math.max(keys.size, report.merged.list.length, authors); most++)
    found.add(String(Math.max(0, most - 3))).add(String(Math.max(0, authors - 2)));
  if (report.usage) found.add(String(Number(report.usage.day.slice(8))));
  for (const { dollars } of report.usage?.rows ?? []) found.add((dollars ?? 0).toFixed(2)).add('0.01');
  return found;
}

describe('the story of a night', () => {
  test('has in 500 nights no number that is not in its rows, and takes at most 90 seconds', () => {
    let longest = 0;
    for (let seed = 1; seed <= 500; seed++) {
      const night = randomNight(seed);
      const text = storyText(night);
      const known = numbersOf(night);
      for (const number of numbersIn(text))
        assert.ok(known.has(number), `night ${seed}: ${number} is from no row: ${text}`);
      assert.doesNotMatch(text, /It is (?:waits|no news)/);
      longest = Math.max(longest, text.length);
      const failed = daySessions(night).some(({ failures }) => failures.length > 0);
      assert.equal(text.includes('Not everything went well.'), failed, text);
      assert.equal(text.includes('Nothing happened'), sinceLines(night).length === 0);
      for (const { text: words, href } of storyOf(absence, sinceLines(night), night))
        assert.ok(
          href !== undefined ||
            /^(?:Good|Hello|You were|Not everything|Nothing|There was more|An agent waits)/.test(words),
          words,
        );
    }
    assert.ok(longest <= 90 * 14, `${longest} characters`);
  });
});
