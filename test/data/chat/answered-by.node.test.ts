import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeredBy } from '../../../data/chat/answered-by.ts';

const resident = { name: 'Timmy', attached: true, note: 'I answer.' } as const;

test('names who answers and from where', () => {
  const model = { ...resident, kind: 'model', by: 'groq/llama-3.3', place: 'hosted' } as const;
  assert.equal(answeredBy(model), 'model groq/llama-3.3, hosted');
  assert.equal(answeredBy({ ...model, by: 'local/qwen3', place: 'local' }), 'model qwen3, local');
  assert.equal(answeredBy({ ...resident, kind: 'agent', by: 'Scout', place: 'local' }), 'agent Scout, local');
  assert.equal(
    answeredBy({ ...resident, attached: false, kind: 'status', by: 'the readings', place: 'this home' }),
    'the readings of this home',
  );
});

test('names the resident as well as it can if the bridge sends fewer fields', () => {
  assert.equal(answeredBy({ name: 'Timmy', attached: false, note: '' }), '');
  assert.equal(answeredBy({ ...resident, attached: false }), 'the readings of this home');
  assert.equal(answeredBy(resident), 'a model or an agent');
  assert.equal(answeredBy({ ...resident, kind: 'agent' }), 'an agent');
  assert.equal(answeredBy({ ...resident, kind: 'model', place: 'local' }), 'a model, local');
});
