import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { MAX_LETTER_CHARACTERS, MAX_QUEUE } from '../../../data/letters/letter.ts';
import { Household } from '../../../harness/agent-sessions/household.ts';
import type { SessionReport } from '../../../harness/agent-sessions/session-report.ts';
import { SessionStore } from '../../../harness/agent-sessions/session-store.ts';
import { LetterDesk } from '../../../harness/letters/letter-desk.ts';
import type { LetterMoment, LetterPart } from '../../../harness/letters/letter-part.ts';
import { LetterStore } from '../../../harness/letters/letter-store.ts';
import { HOUR_MS } from '../../../data/core/time.ts';
import { createState } from '../../../data/state.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { temporaryFolder } from '../helpers.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let home: ReturnType<typeof open>;
let now: number;

/** The sessions and the letters of a home, on disk. */
function open() {
  const clock = () => now;
  const sessions = new SessionStore(join(place.path, 'sessions.sqlite'), { now: clock });
  const store = new LetterStore(join(place.path, 'letters.sqlite'));
  const { readings } = createState(defaultConfig, { base: 'http://home/', now, problems: [] });
  const household = new Household({
    store: sessions,
    readings,
    visitorsSee: 'states',
    now: clock,
    log: () => undefined,
    onChange: () => undefined,
    onReport: (report) => void (report.state === 'ended' && !report.agent && desk.ended(report)),
  });
  const warnings: string[] = [];
  const desk: LetterDesk = new LetterDesk({
    store,
    sessions: () => household.living(),
    idOf: (key) => household.idOf(key),
    isOf: (id, sender) => household.isOf(id, sender),
    isOver: (id) => household.isOver(id),
    now: clock,
    warn: (line) => warnings.push(line),
  });
  return {
    household,
    desk,
    store,
    warnings,
    close() {
      desk.close();
      household.close();
      sessions.close();
      store.close();
    },
  };
}

const session = { id: 's-1', harness: 'Codex', folder: 'shop' };
type State = SessionReport['state'];
interface More extends Partial<LetterPart> {
  readonly session?: SessionReport['session'];
  readonly agent?: SessionReport['agent'];
  readonly sender?: string;
}

/** A report as a hook sends it. Returns the texts of the letters in the answer. */
function report(state: State, moment?: LetterMoment, { sender = '', ...more }: More = {}): string[] {
  now += 1_000;
  const { printed = [], read = [], ...rest } = more;
  const whole: SessionReport = { state, session, at: now, ...rest };
  const handed = home.desk.heard(whole, { moment, printed, read }, sender);
  home.household.report(whole, sender);
  return handed.map(({ text }) => text.split('\n\n')[1] ?? '');
}
const key = (): string => home.household.view('owner')!.sessions[0]!.key;
function write(text: string, about = ''): string {
  const written = home.desk.write(key(), { text, about }, 'A test');
  assert.equal(written.outcome, 'written', JSON.stringify(written));
  return written.outcome === 'written' ? written.letter.id : '';
}
const states = (): string[] => home.desk.list().letters.map(({ state }) => state);
const printed = (...ids: string[]) => ({ printed: ids.map((id) => ({ id, at: now + 1 })) });

/** Opens a home for each test of a `describe`. */
function useHome(): void {
  beforeEach(async () => {
    now = Date.parse('2026-03-01T12:00:00Z');
    place = await temporaryFolder();
    home = open();
  });
  afterEach(async () => {
    home.close();
    await place.dispose();
  });
}

describe('the queue of a session', () => {
  useHome();

  it('hands letters over in their order, again until they are confirmed, and tells when they are read', () => {
    report('thinking', 'prompt');
    const [one, two] = [write('One.'), write('Two.')];
    assert.deepEqual(states(), ['waiting', 'waiting']);
    assert.deepEqual(report('thinking', 'prompt'), ['One.', 'Two.']);
    assert.deepEqual(states(), ['handed', 'handed']);
    assert.deepEqual(report('thinking', 'prompt'), ['One.', 'Two.']);
    assert.deepEqual(report('thinking', 'tool', printed(one, two)), []);
    assert.deepEqual(states(), ['delivered', 'delivered']);
    report('working');
    assert.deepEqual(states(), ['read', 'read']);
    assert.deepEqual(report('done', 'end'), []);
  });

  it('tells of a letter in the middle of a step only at the end of the turn that it is read', () => {
    report('thinking', 'prompt');
    const id = write('One.');
    assert.deepEqual(report('thinking', 'tool'), ['One.']);
    // Perhaps another call of the same step, which the model made before.
    report('working', undefined, printed(id));
    assert.deepEqual(states(), ['delivered']);
    report('done', 'end');
    assert.deepEqual(states(), ['read']);
  });

  it('takes no report that was sent before the letter was printed as a sign that it is read', () => {
    report('thinking', 'prompt');
    const id = write('One.');
    report('thinking', 'prompt');
    const later = { printed: [{ id, at: now + 60_000 }] };
    report('working', undefined, later);
    assert.deepEqual(states(), ['delivered']);
  });

  it('does not mark a letter as read if its program reports itself which letters are read', () => {
    report('done', 'message');
    const id = write('One.');
    report('done', 'message');
    report('working', 'message', printed(id));
    report('done', 'message');
    assert.deepEqual(states(), ['delivered']);
    report('done', 'message', { read: [id] });
    assert.deepEqual(states(), ['read']);
  });

  it('gives letters to the main agent only, and only to the key that reported the session', () => {
    report('thinking', 'prompt', { sender: 'laptop' });
    write('One.');
    assert.deepEqual(report('thinking', 'tool', { agent: { id: 'a-1' }, sender: 'laptop' }), []);
    assert.deepEqual(report('thinking', 'tool', { sender: 'stolen' }), []);
    assert.deepEqual(report('thinking', 'tool'), []);
    assert.deepEqual(report('thinking', undefined, { sender: 'laptop' }), []);
    assert.deepEqual(report('thinking', 'tool', { sender: 'laptop' }), ['One.']);
  });

  it('confirms only letters of the same session', () => {
    report('thinking', 'prompt');
    const id = write('One.');
    report('thinking', 'prompt');
    report('thinking', 'prompt', { session: { id: 's-2', harness: 'Codex' }, ...printed(id), read: [id] });
    assert.deepEqual(states(), ['handed']);
  });

  it('hands over as many letters as a program can take at once', () => {
    report('thinking', 'prompt');
    const long = (letter: string): string => letter.repeat(MAX_LETTER_CHARACTERS);
    const ids = [write(long('漢')), write(long('a')), write(long('b')), write(long('c'))];
    assert.deepEqual(
      report('thinking', 'tool').map(([first]) => first),
      ['漢'],
    );
    assert.deepEqual(
      report('thinking', 'tool', printed(ids[0]!)).map(([first]) => first),
      ['a', 'b'],
    );
  });

  it('continues a turn only a few times, because some programs then end it all the same', () => {
    report('thinking', 'prompt');
    let taken = 0;
    for (let round = 0; round < 10; round++) {
      const id = write(`${round}`);
      if (report('done', 'end').length > 0) {
        taken++;
        report('working', undefined, printed(id));
      }
    }
    assert.equal(taken, 6);
    assert.deepEqual(report('thinking', 'prompt'), ['6', '7', '8', '9']);
  });
});

describe('what the owner writes', () => {
  useHome();

  it('shows the owner the same text as the model: hidden characters have marks for both', () => {
    report('thinking', 'prompt');
    write(' rm \u202Ex\u200B\r\nnow ', 'src/a\u202E.ts:\n12');
    const [letter] = home.desk.list().letters;
    assert.equal(letter?.text, 'rm ⟦U+202E⟧x⟦U+200B⟧\nnow');
    const [handed] = home.desk.heard(
      { session, state: 'thinking', at: now },
      { moment: 'prompt', printed: [], read: [] },
      '',
    );
    assert.equal(
      handed?.text,
      `A message from the owner of this session, written in Home World, about src/a.ts: 12:\n\n${letter.text}`,
    );
  });

  it('is refused where nothing could take it, and says why', () => {
    home.household.report({ state: 'working', session });
    home.household.report({ state: 'working', session: { id: 'c', harness: 'Cursor' } });
    const ways = home.desk.list().sessions.map(({ harness, way }) => [harness, way]);
    assert.deepEqual(ways, [
      ['Cursor', 'none'],
      ['Codex', 'hooks'],
    ]);
    const messages = home.desk
      .list()
      .sessions.map((one) => home.desk.write(one.key, { text: 'x', about: '' }, ''));
    assert.deepEqual(
      messages.map((one) => (one.outcome === 'refused' ? one.message : one.outcome)),
      ['Cursor takes no letters.', 'The hooks of Codex are installed without letters.'],
    );
    assert.equal(home.desk.write('0'.repeat(16), { text: 'x', about: '' }, '').outcome, 'unknown');
    report('done', 'message', { session: { id: 'o', harness: 'OpenCode' } });
    assert.ok(home.desk.list().sessions.some(({ way }) => way === 'wakes'));
  });

  it('has limits: for a letter, for a queue and for all of them', () => {
    report('thinking', 'prompt');
    const refused = (text: string): string => {
      const written = home.desk.write(key(), { text, about: '' }, '');
      return written.outcome === 'refused' ? written.message : written.outcome;
    };
    assert.match(refused(' \n '), /empty/);
    assert.match(refused('\u202E'.repeat(MAX_LETTER_CHARACTERS)), /at most 3000 characters/);
    for (let count = 0; count < MAX_QUEUE; count++) write(String(count));
    assert.match(refused('x'), /16 letters of this session wait/);
  });

  it('is taken for each session, also for one that the page leaves out', () => {
    report('thinking', 'prompt');
    // Sessions that are done are last in the list.
    report('done');
    const own = key();
    for (let index = 0; index < 48; index++)
      report('working', 'tool', { session: { ...session, id: `o-${index}` } });
    const shown = home.desk.list().sessions.map((one) => one.key);
    assert.deepEqual([shown.length, shown.includes(own)], [48, false]);
    assert.equal(home.desk.write(own, { text: 'x', about: '' }, '').outcome, 'written');
  });

  it('can be taken back until it is handed over', () => {
    report('thinking', 'prompt');
    const [one, two] = [write('One.'), write('Two.')];
    assert.equal(home.desk.withdraw(one).outcome, 'withdrawn');
    assert.equal(home.desk.withdraw(one).outcome, 'late');
    assert.deepEqual(report('thinking', 'prompt'), ['Two.']);
    assert.equal(home.desk.withdraw(two).outcome, 'late');
    assert.equal(home.desk.withdraw('x').outcome, 'unknown');
    assert.deepEqual(states(), ['withdrawn', 'handed']);
  });

  it('is missed if the session ends before, and not if its hook has printed it', () => {
    report('thinking', 'prompt');
    const one = write('One.');
    report('thinking', 'prompt');
    write('Two.');
    report('ended', undefined, printed(one));
    assert.deepEqual(states(), ['delivered', 'missed']);
  });

  it('is missed if the owner marks the session as ended, or if the session has not reported for hours', () => {
    report('thinking', 'prompt');
    write('One.');
    home.household.end(key());
    assert.deepEqual(states(), ['missed']);
    report('thinking', 'prompt');
    write('Two.');
    home.desk.maintain();
    assert.deepEqual(states(), ['missed', 'waiting']);
    // Its program may have been killed before it put the letter before the model.
    report('thinking', 'prompt');
    write('Three.');
    assert.deepEqual(states(), ['missed', 'handed', 'waiting']);
    now += 13 * HOUR_MS;
    home.desk.maintain();
    assert.deepEqual(states(), ['missed', 'missed', 'missed']);
  });

  it('survives a restart in every state, also what takes letters', () => {
    report('thinking', 'prompt');
    const one = write('One.');
    report('thinking', 'prompt');
    write('Two.');
    const before = home.desk.list();
    home.close();
    home = open();
    assert.deepEqual(home.desk.list(), before);
    assert.deepEqual(report('thinking', 'prompt', printed(one)), ['Two.']);
  });

  it('is not handed over if that cannot be stored: after a restart it would come again', () => {
    report('thinking', 'prompt');
    write('One.');
    home.store.close();
    assert.deepEqual(report('thinking', 'prompt'), []);
    assert.deepEqual(states(), ['waiting']);
    assert.equal(home.desk.write(key(), { text: 'x', about: '' }, '').outcome, 'lost');
    assert.match(home.warnings.join('\n'), /the letters could not be stored/);
  });

  it('is kept for a while after it was read', () => {
    report('thinking', 'prompt');
    for (let count = 0; count < 110; count++) {
      const id = write(String(count));
      report('thinking', 'prompt');
      report('working', undefined, printed(id));
    }
    assert.equal(states().length, 100);
    assert.equal(home.store.letters().length, 100);
    assert.equal(home.desk.list().letters[0]?.text, '10');
  });
});
