import type { ConversationStore } from '../../../harness/store/conversation-store.ts';

/** A store that is slow or away where the test says so. */
export function storeOver(store: ConversationStore, changed: Partial<ConversationStore>): ConversationStore {
  return {
    openSession: (secret, opening) => store.openSession(secret, opening),
    append: (session, message) => store.append(session, message),
    message: (session, id) => store.message(session, id),
    lastSeq: (session) => store.lastSeq(session),
    after: (session, cursor) => store.after(session, cursor),
    latest: (session, count) => store.latest(session, count),
    ...changed,
  };
}
