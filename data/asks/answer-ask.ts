import type { Signal } from '@lit-labs/signals';
import * as v from 'valibot';
import { type OwnerIo, ownerRequest } from '../owner/owner-request.ts';
import { type AnswerBody, type Ask, ask } from './ask.ts';
import { type AsksView, withAsk } from './asks-view.ts';

export type Answer = Omit<AnswerBody, 'nonce'>;

const answered = v.object({ ask });

/**
 * Sends the owner's answer. Resolves with the reason why it does not count; empty if it counts. If another
 * answer came first (409), the ask is updated with that outcome too.
 */
export async function answerAsk(
  io: OwnerIo,
  asks: Signal.State<AsksView>,
  { id, nonce }: Pick<Ask, 'id' | 'nonce'>,
  answer: Answer,
): Promise<string> {
  const result = await ownerRequest(io, `api/asks/${encodeURIComponent(id)}/answer`, {
    method: 'POST',
    body: { nonce, ...answer },
    schema: answered,
  });
  if (result.ok) {
    asks.set(withAsk(asks.get(), result.value.ask));
    return '';
  }
  const other = v.safeParse(answered, result.body);
  if (result.status === 409 && other.success) asks.set(withAsk(asks.get(), other.output.ask));
  if (result.status === 0)
    return `${result.message} It is not known whether your answer arrived: wait for the connection, then look again.`;
  return result.message;
}
