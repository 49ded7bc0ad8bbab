import type { Sentence } from './sentence.ts';
import { ZAP_KIND } from '../readings/schemas/relay-feed.ts';
import { DAY_SECONDS } from '../core/time.ts';
import type { FeedEvent } from '../readings/records.ts';
import { countedInWords, numberWord } from './speech-text.ts';

/** The zaps of the last day in the feed, with the amounts of their invoices. */
export function zapSentences(events: readonly FeedEvent[], connected: boolean, now: number): Sentence[] {
  const today = events.filter(({ created_at }) => now / 1000 - created_at < DAY_SECONDS);
  const zaps = today.filter(({ kind }) => kind === ZAP_KIND);
  const sats = zaps.map((zap) => zap.sats ?? 0).filter((amount) => amount > 0);
  if (events.length === 0)
    return [
      connected
        ? 'The relays are connected, and have sent nothing yet.'
        : 'No relay is connected, so I receive no zaps.',
    ];
  const lost = connected ? [] : ['No relay is connected any more, so there may be others.'];
  if (zaps.length === 0) {
    const older = events.filter(({ kind }) => kind === ZAP_KIND).length;
    const none = 'There is no zap of the last day in the feed';
    return [
      older === 0
        ? `${none}.`
        : `${none}; the ${older === 1 ? 'one it holds is' : `${numberWord(older)} it holds are`} older.`,
      ...lost,
    ];
  }
  const total = sats.reduce((sum, amount) => sum + amount, 0);
  const largest = sats.length > 1 ? `, the largest of ${countedInWords(Math.max(...sats), 'sat')}` : '';
  const amount =
    sats.length === 0 ? 'whose amount is not known' : `of ${countedInWords(total, 'sat')} together${largest}`;
  return [
    zaps.length === 1
      ? `The feed holds one zap of the last day, ${sats.length === 0 ? amount : `of ${countedInWords(total, 'sat')}`}.`
      : `The feed holds ${numberWord(zaps.length)} zaps of the last day, ${amount}.`,
    ...lost,
  ];
}
