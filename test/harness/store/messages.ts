import type { NewMessage } from '../../../harness/store/conversation-store.ts';
import { Store } from '../../../harness/store/store.ts';

export const DAY = 86_400_000;
export const say = (id: string, more: Partial<NewMessage> = {}): NewMessage => ({
  id,
  role: 'visitor',
  speaker: 'VISITOR',
  text: `text of ${id}`,
  ts: 1_000,
  end: 'complete',
  ...more,
});
export const answer = (chat: string): NewMessage =>
  say(`a-${chat}`, { role: 'resident', speaker: 'TIMMY', replyTo: chat });

/**
 * A store whose clock and uptime a test sets; a day passes in minutes, as when the home calls it.
 */
export function storeAt(start: number, options: { file?: string; maxBytes?: number } = {}) {
  const { file = ':memory:', ...rest } = options;
  const time = { now: start, uptime: 0 };
  const store = new Store(file, { now: () => time.now, uptime: () => time.uptime, ...rest });
  return {
    store,
    time,
    /** Runs for some time with a correct clock. */
    run(ms: number, isOpen?: (session: string) => boolean): void {
      for (let left = ms; left > 0; left -= DAY / 4) {
        time.now += Math.min(left, DAY / 4);
        time.uptime += Math.min(left, DAY / 4);
        store.maintain(30 * DAY, isOpen);
      }
    },
  };
}
export const idsOf = (store: Store, session: string): string[] => store.after(session, 0).map(({ id }) => id);
