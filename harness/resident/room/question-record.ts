import type { OpenQuestion } from './open-question.ts';

/** Characters of the conversation that go along with a question; the newest messages win. */
const MAX_HISTORY_CHARACTERS = 16_000;

/** A question as its agent gets it, over WebSocket or MCP. */
export function questionRecord({ id, text, context }: OpenQuestion) {
  const history: { role: 'visitor' | 'resident'; text: string }[] = [];
  let left = MAX_HISTORY_CHARACTERS;
  for (const message of context.history.toReversed()) {
    left -= message.text.length;
    if (left < 0) break;
    // Two fields only: a stored message has more, such as its place in the visitor's session.
    history.unshift({ role: message.role, text: message.text });
  }
  return { id, visitor: context.visitor, text, history, acting: context.acting };
}
