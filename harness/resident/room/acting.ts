import { readWorldAction } from '../../../data/chat/world-action.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ResidentAction } from '../resident.ts';
import { type Candidate, isForAll } from './candidate.ts';

/** Why a candidate's frame or tool call has no effect, with what it can do about that. */
export interface Refusal {
  readonly code: 'bad-frame' | 'rate-limited' | 'refused';
  readonly message: string;
}

const refusal = (code: Refusal['code'], message: string): Refusal => ({ code, message });

/** The candidate was never given this question, or no longer has it. */
export const notYours = refusal(
  'refused',
  'You do not have this question (any more): it was answered, stopped, or given to another resident.',
);
export const tooMuch = refusal('refused', 'This answer has too much already. End it.');

interface Stage {
  readonly candidate: Candidate;
  readonly state: DerivedState;
  /** Sends an action to every page. */
  readonly toAll: (action: ResidentAction) => void;
}

/**
 * Lets a candidate act in the world. With a question, the action goes only to its visitor, at its place in
 * the answer. Without a question, the action goes to all visitors, and must not be an offer to move the view.
 * Returns why the action is refused; undefined if it is not refused.
 */
export function act(
  { candidate, state, toAll }: Stage,
  { id, action, detail }: { readonly id?: string | undefined } & ResidentAction,
): Refusal | undefined {
  const read = readWorldAction({ action, detail });
  if (!read)
    return refusal('bad-frame', `There is no action “${action}” with this detail; see docs/protocol.md.`);
  const isAtPlace = read.action === 'fly' || read.action === 'point' || read.action === 'turn';
  if (isAtPlace && 'portal' in read.detail) {
    const { portal } = read.detail;
    const portals = currentValue(state.derived.portals.get()) ?? [];
    if (!portals.some(({ record }) => record.id === portal))
      return refusal('refused', `This home has no portal “${portal}”.`);
  }
  const question = id === undefined ? undefined : candidate.question(id);
  if (id !== undefined && !question) return notYours;
  if (question?.context.acting === false)
    return refusal('refused', 'This visitor switched acting off: answer in words.');
  if (!question && !isForAll(read))
    return refusal('refused', `“${action}” is an offer to one visitor: name the question with id.`);
  if (!candidate.mayAct()) return refusal('rate-limited', 'You act too often. Wait a few seconds.');
  if (question) return candidate.add(question.id, read) ? undefined : tooMuch;
  toAll(read);
  return undefined;
}
