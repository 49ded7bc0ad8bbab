import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import type { Piece, Resident, ResidentContext } from '../../../../harness/resident/resident.ts';
import { Candidate } from '../../../../harness/resident/room/candidate.ts';
import { type OpenQuestion, questionRecord } from '../../../../harness/resident/room/open-question.ts';
import { ResidentRoom } from '../../../../harness/resident/room/resident-room.ts';
import { liveState } from '../live-state.ts';
import { until } from '../../../helpers/waiting.ts';

const context: ResidentContext = {
  state: liveState(),
  history: [],
  acting: true,
  visitor: 'v1',
  visitors: 1,
  address: undefined,
};
const base: Resident = {
  who: { kind: 'status', name: 'base', place: 'this home' },
  attached: false,
  note: 'base',
  async *answer(question) {
    yield `base: ${question}`;
  },
};

/** A candidate with what its client received. */
function candidateNamed(
  name: string,
  onAsk: (question: OpenQuestion, self: Candidate) => void = () => undefined,
) {
  const cancelled: string[] = [];
  const candidate: Candidate = new Candidate(
    {
      ask: (question) => onAsk(question, candidate),
      cancel: (id, reason) => void cancelled.push(`${id} ${reason}`),
      shownOut: () => undefined,
    },
    { name, place: 'local' },
  );
  return { candidate, cancelled };
}

async function answerOf(
  room: ResidentRoom,
  question: string,
  signal = new AbortController().signal,
  address?: string,
) {
  const pieces: Piece[] = [];
  for await (const piece of room.answer(question, { ...context, address }, signal)) pieces.push(piece);
  return pieces;
}

describe('the resident’s room', () => {
  test('belongs to the last to enter, and announces each change', () => {
    const room = new ResidentRoom(base);
    const told: string[] = [];
    const end = room.onChange(() => told.push(room.who.name));
    const [first, second] = [candidateNamed('first').candidate, candidateNamed('second').candidate];
    room.enter(first);
    room.enter(second);
    first.leave();
    assert.deepEqual([room.who.name, room.attached], ['second', true]);
    second.leave();
    second.leave();
    end();
    room.enter(first);
    assert.deepEqual(told, ['first', 'second', 'base']);
  });

  test('closes the steps of an agent that ends, and keeps those of its successor apart', async () => {
    const room = new ResidentRoom(base);
    const step = { step: 's', tool: 'read', title: 'Read' };
    room.enter(
      candidateNamed('next', ({ id }, self) => {
        self.add(id, { ...step, state: 'done' });
        self.add(id, 'whole');
        self.end(id, 'complete');
      }).candidate,
    );
    room.enter(
      candidateNamed('dying', ({ id }, self) => {
        self.add(id, { ...step, state: 'running' });
        setImmediate(() => self.leave());
      }).candidate,
    );
    assert.deepEqual(await answerOf(room, 'q'), [
      { ...step, step: '1-s', state: 'running' },
      { ...step, step: '1-s', state: 'failed' },
      { ...step, step: '2-s', state: 'done' },
      'whole',
    ]);
  });

  test('asks the next when the first has too many questions already', async () => {
    const room = new ResidentRoom(base);
    const { candidate } = candidateNamed('busy');
    room.enter(candidate);
    const stop = new AbortController();
    const waiting = Array.from({ length: 32 }, () => answerOf(room, 'w', stop.signal));
    await until('all are asked', () => candidate.isFull);
    assert.deepEqual(await answerOf(room, 'one more'), ['base: one more']);
    stop.abort();
    await Promise.all(waiting);
    assert.equal(candidate.questions.length, 0);
  });

  for (const place of ['here', 'at another gateway'])
    test(`an agent ${place} has three questions of one household and twelve of a /48 at once`, async () => {
      const room = new ResidentRoom(base);
      const { candidate } = candidateNamed('slow');
      if (place === 'here') room.enter(candidate);
      else
        room.join({
          resident: candidate,
          next: (tried) => (tried.has(candidate) ? undefined : candidate),
          onChange: () => () => undefined,
        });
      const stop = new AbortController();
      const asked = (count: number, address?: string) =>
        Array.from({ length: count }, () => answerOf(room, 'w', stop.signal, address));
      const first = asked(3, '2001:db8:0:1200::');
      assert.equal(room.isBusyFor('2001:db8:0:1200::'), true);
      assert.equal(room.isBusyFor('2001:db8:0:1201::'), true, 'another network of the household');
      assert.equal(room.isBusyFor('2001:db8:0:1300::'), false, 'another household of the /48');
      const others = ['13', '14', '15'].flatMap((household) => asked(3, `2001:db8:0:${household}00::`));
      assert.equal(room.isBusyFor('2001:db8:0:1600::'), true);
      assert.equal(room.isBusyFor('2001:db8:1:1600::'), false, 'another /48');
      const owner = asked(5);
      assert.equal(room.isBusyFor(undefined), false, 'the owner');
      assert.equal(candidate.questions.length, 17);
      // As when several tabs have asked at the same moment.
      assert.deepEqual(await answerOf(room, 'more', undefined, '2001:db8:0:1201::'), ['base: more']);
      stop.abort();
      await Promise.all([...first, ...others, ...owner]);
      assert.equal(room.isBusyFor('2001:db8:0:1200::'), false, 'their questions have ended');
    });

  test('takes a question back when the visitor has the whole text that fits', async () => {
    const room = new ResidentRoom(base);
    const { candidate, cancelled } = candidateNamed('chatty', ({ id }, self) => self.add(id, 'and on'));
    room.enter(candidate);
    for await (const piece of room.answer('q', context, new AbortController().signal)) {
      assert.equal(piece, 'and on');
      break;
    }
    assert.equal(cancelled.length, 1);
    assert.equal(candidate.questions.length, 0);
  });
});

describe('an agent that answers one question after another', () => {
  const SECONDS_OF_ANSWER = 12;

  /** An agent that works on the oldest question. `work` lets this number of seconds pass. */
  function serialAgent(t: TestContext, { isAtWork = true } = {}) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const room = new ResidentRoom(base);
    const { candidate, cancelled } = candidateNamed('serial');
    room.enter(candidate);
    let spent = 0;
    const work = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        t.mock.timers.tick(1_000);
        const [oldest] = candidate.questions;
        if (oldest && isAtWork && ++spent % SECONDS_OF_ANSWER === 0) {
          candidate.add(oldest.id, `serial: ${oldest.text}`);
          candidate.end(oldest.id, 'complete');
        }
        // Meanwhile the room passes questions on.
        await new Promise((done) => setImmediate(done));
      }
    };
    return { room, candidate, cancelled, work };
  }

  test('answers a visitor although another address asks six questions, and stays', async (t) => {
    const { room, candidate, work } = serialAgent(t);
    const flood: Promise<Piece[]>[] = [];
    for (let session = 0; session < 6; session++)
      if (!room.isBusyFor('192.0.2.1')) flood.push(answerOf(room, 'flood', undefined, '192.0.2.1'));
    assert.equal(flood.length, 3);
    assert.equal(room.isBusyFor('192.0.2.2'), false);
    const honest = answerOf(room, 'honest', undefined, '192.0.2.2');
    await work(100);
    assert.deepEqual(await honest, ['serial: honest']);
    assert.equal(room.candidate, candidate);
  });

  test('gives a question away that waits for a minute, and stays', async (t) => {
    const { room, candidate, cancelled, work } = serialAgent(t);
    const answers = Array.from({ length: 7 }, (_, index) =>
      answerOf(room, `q${index}`, undefined, `192.0.2.${index}`),
    );
    await work(100);
    assert.deepEqual((await Promise.all(answers)).flat(), [
      'serial: q0',
      'serial: q1',
      'serial: q2',
      'serial: q3',
      'base: q4',
      'base: q5',
      'base: q6',
    ]);
    assert.deepEqual(
      cancelled.map((line) => line.split(' ')[1]),
      ['given-away', 'given-away', 'given-away'],
    );
    assert.equal(room.candidate, candidate);
  });

  test('is shown out when it sends nothing about any question for a minute', async (t) => {
    const { room, work } = serialAgent(t, { isAtWork: false });
    const first = answerOf(room, 'q0');
    await work(30);
    const second = answerOf(room, 'q1');
    await work(31);
    assert.deepEqual([await first, await second], [['base: q0'], ['base: q1']]);
    assert.equal(room.candidate, undefined);
  });
});

test('a question’s record holds as much of the conversation as fits, the newest of it', () => {
  const text = 'x'.repeat(7_000);
  const history = [1, 2, 3].map((n) => ({
    role: 'visitor' as const,
    text: `${n}${text}`,
    seq: n,
    secret: 's',
  }));
  const { candidate } = candidateNamed('reader');
  const question = candidate.give('q', { ...context, history }, new AbortController().signal);
  const record = questionRecord(question);
  assert.deepEqual(
    record.history.map((message) => [message.text[0], Object.keys(message)]),
    [
      ['2', ['role', 'text']],
      ['3', ['role', 'text']],
    ],
  );
  candidate.leave();
});
