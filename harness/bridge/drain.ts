import { setTimeout as pause } from 'node:timers/promises';
import type { Conversations } from './conversation/conversations.ts';
import type { SessionConversation } from './conversation/session-conversation.ts';
import type { Sockets } from './sockets/sockets.ts';

/**
 * Empties a bridge before it closes. Visitors whose question is being answered stay until the answer is
 * stored, but no longer than `maxMs`; all others are disconnected at once, so that they connect to the next
 * process. Agents stay while a visitor waits for them. Questions that are not answered by then stay stored:
 * their pages ask again, and the next process answers them in full.
 * @param forOthers Resolves when the questions of other gateways are answered; undefined without any.
 */
export async function drain(
  sockets: Sockets,
  conversations: Conversations,
  maxMs: number,
  forOthers?: Promise<void>,
): Promise<void> {
  sockets.refuse();
  const answering = new Map<SessionConversation | 'other gateways', Promise<void>>();
  if (forOthers) answering.set('other gateways', forOthers);
  for (const conversation of conversations) {
    const answered = conversation.settle();
    if (answered) answering.set(conversation, answered);
  }
  const sendOthersAway = (): void => {
    for (const peer of sockets) {
      const conversation = conversations.get(peer.session);
      const isAnswered = conversation !== undefined && answering.has(conversation);
      if (!isAnswered && (peer.role !== 'resident' || answering.size === 0)) peer.goAway();
    }
  };
  sendOthersAway();
  if (answering.size === 0) return;
  const all = [...answering].map(async ([asking, answered]) => {
    await answered;
    answering.delete(asking);
    sendOthersAway();
  });
  const ending = new AbortController();
  const { signal } = ending;
  await Promise.race([Promise.all(all), pause(maxMs, undefined, { signal }).catch(() => undefined)]);
  ending.abort();
}
