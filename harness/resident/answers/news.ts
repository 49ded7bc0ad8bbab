import { ZAP_KIND } from '../../../data/readings/schemas/relay-feed.ts';
import { counted } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Question } from '../question.ts';
import { waiting } from './agents.ts';
import { COMPARES, commits, merged, within } from './commits.ts';
import { lastDay, spanOf } from './span.ts';

const IMPORTANT =
  /\b(?:important|urgent|should (?:i|we) know|(?:i|we) should know|need to know|stand ?up|meeting|attention)\b/;

/** What is new in a time: commits, merged work and relay events. */
export function news(question: Question): string {
  const { state, plain } = question;
  const now = state.now.get();
  if (COMPARES.test(plain)) return commits(question);
  const named = spanOf(plain, now);
  const span = named ?? lastDay(now);
  const pulls = currentValue(state.readings.merged.get()) ?? [];
  const events = state.relay.events.get().filter(({ created_at: at }) => within(span, at * 1000, now));
  const zaps = events.filter(({ kind }) => kind === ZAP_KIND).length;
  return [
    named === undefined && /\bmy last\b|\b(?:since|while|when) i\b/.test(plain)
      ? 'I remember no visitor, so I do not know when that was.'
      : '',
    commits(question, { span }),
    pulls.some(({ mergedAt }) => within(span, mergedAt, now)) ? merged(question, { span }) : '',
    events.length > 0
      ? `**${counted(events.length, 'relay event')}**, ${counted(zaps, 'zap')} among them.`
      : '',
    IMPORTANT.test(plain) ? `**For the owner**\n\n${waiting({ ...question, plain: '' })}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
