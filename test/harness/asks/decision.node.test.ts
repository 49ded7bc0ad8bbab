import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ask, AnswerBody } from '../../../data/asks/ask.ts';
import { decisionOf } from '../../../harness/asks/decision.ts';

const ask: Ask = {
  id: 'a',
  nonce: 'n',
  kind: 'permission',
  state: 'open',
  session: '',
  name: 'shop',
  harness: 'Claude Code',
  machine: '',
  title: 'Bash',
  note: '',
  folder: '',
  options: ['o0', 'o1'].map((id) => ({ id, label: id, note: '' })),
  several: false,
  mayWrite: false,
  rules: [{ id: 'r0', label: 'r0' }],
  askedAt: 0,
  deadline: 1,
};
interface Given {
  readonly choice: AnswerBody['choice'];
  readonly chosen?: readonly string[];
  readonly text?: string;
}
const decide = (more: Partial<Ask>, { choice, chosen = [], text = '' }: Given) =>
  decisionOf(
    { ...ask, ...more },
    { nonce: 'n', choice, chosen: [...chosen], text },
    { by: 'Firefox', at: 7 },
  );

describe('an answer of the owner', () => {
  for (const [name, more, body, expected] of [
    ['allows without words', {}, { choice: 'allow', text: 'Go.' }, [[], '']],
    [
      'cuts words that marks made too long',
      {},
      { choice: 'refuse', text: `${'a'.repeat(1_998)}\u00a0b` },
      [[], `${'a'.repeat(1_998)}⟦U`],
    ],
    ['refuses with words', {}, { choice: 'refuse', text: ' No.\u202e ' }, [[], 'No.⟦U+202E⟧']],
    ['refuses a question', { kind: 'question' }, { choice: 'refuse' }, [[], '']],
    ['always allows by a rule', {}, { choice: 'always', chosen: ['r0'] }, [['r0'], '']],
    ['chooses one option', {}, { choice: 'choose', chosen: ['o1'] }, [['o1'], '']],
    ['chooses several', { several: true }, { choice: 'choose', chosen: ['o1', 'o0'] }, [['o1', 'o0'], '']],
    ['is written', { mayWrite: true }, { choice: 'write', text: 'Red' }, [[], 'Red']],
    ['cannot allow a question', { kind: 'question' }, { choice: 'allow' }, undefined],
    ['cannot be two rules', {}, { choice: 'always', chosen: ['r0', 'r0'] }, undefined],
    ['cannot be an option as a rule', {}, { choice: 'always', chosen: ['o0'] }, undefined],
    ['cannot be two of one', {}, { choice: 'choose', chosen: ['o0', 'o1'] }, undefined],
    ['cannot be one twice', { several: true }, { choice: 'choose', chosen: ['o0', 'o0'] }, undefined],
    ['cannot be no option', {}, { choice: 'choose' }, undefined],
    ['cannot be an unknown option', {}, { choice: 'choose', chosen: ['o2'] }, undefined],
    ['cannot be written where that is not offered', {}, { choice: 'write', text: 'x' }, undefined],
    ['cannot be empty words', { mayWrite: true }, { choice: 'write', text: ' \n' }, undefined],
  ] as const)
    it(name, () => {
      const decision = decide(more, body);
      if (expected === undefined) return assert.equal(typeof decision, 'string');
      const [chosen, text] = expected;
      return assert.deepEqual(decision, { choice: body.choice, chosen, text, by: 'Firefox', at: 7 });
    });
});
