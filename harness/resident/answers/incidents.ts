import { sentenceCase } from '../../../data/core/text.ts';
import { DAY_MS } from '../../../data/core/time.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import { durationText } from '../../../data/readings/history-words.ts';
import type { HistoryAnswer, HistorySpan, HistorySubject } from '../../../data/readings/schemas/history.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, fixPunctuation, markdownList } from '../reply-text.ts';
import { portalNamed } from '../places.ts';
import { problems } from './readings.ts';
import { type Span, lastDay, spanOf } from './span.ts';

const MAX_ROWS = 5;
export const HAS_HISTORY = 'the heartbeat page, `/heartbeat.html`, shows the status history';

const historySpan = ({ from }: Span, now: number): HistorySpan =>
  now - from <= DAY_MS ? '24h' : now - from <= 30 * DAY_MS ? '30d' : '90d';

/** A sentence for a span that is longer than the home has checked anything; otherwise empty. */
function knownText(
  { begin, barSeconds }: HistoryAnswer,
  checked: readonly HistorySubject[],
  now: number,
): string {
  const first = Math.min(
    ...checked.map(({ bars }) => bars.findIndex((bar) => bar !== null)).filter((at) => at >= 0),
  );
  return first > 0 && Number.isFinite(first)
    ? `Checks are known of the last ${durationText(now - begin - first * barSeconds * 1000)} at most. `
    : '';
}

/** The sentences and incidents of the status history in a time; undefined if this resident has no history. */
export function pastText({ past, plain, state, words }: Question): string | undefined {
  const now = state.now.get();
  const span = spanOf(plain, now) ?? lastDay(now);
  const answer = past?.(historySpan(span, now));
  if (!answer) return undefined;
  const portal = portalNamed(state, words, true);
  const named = answer.subjects.filter(({ id }) => !portal || id === `portal:${portal.record.id}`);
  const checked = named.filter(({ uptime }) => uptime !== null);
  if (checked.length === 0)
    return `I cannot see incidents of ${portal ? escapeMarkdown(portal.record.name) : 'this home'}: ${portal ? 'it is' : 'nothing is'} not checked.`;
  const incidents = checked
    .flatMap(({ name, incidents: own }) => own.map((incident) => ({ name, ...incident })))
    .filter(({ begin, end }) => begin < Math.min(span.to, now + 1) && (end ?? now) >= span.from)
    .sort((one, other) => other.begin - one.begin);
  const rows = incidents
    .slice(0, MAX_ROWS)
    .map(({ name, begin, end, cause }) =>
      fixPunctuation(
        `${escapeMarkdown(name)}, ${ageText(begin, now)}: ${escapeMarkdown(cause)}, ${end === null ? 'which goes on' : `for ${durationText(end - begin)}`}`,
      ),
    );
  const count = incidents.length === 0 ? 'No incident' : counted(incidents.length, 'incident');
  return [
    `**${count}** ${span.name} in what is checked${incidents.length > MAX_ROWS ? `, the newest ${MAX_ROWS}` : ''}${rows.length > 0 ? ':' : '.'}`,
    markdownList(rows),
    // Without words between them, two lists would be shown as one.
    rows.length > 0 ? 'As it is now:' : '',
    markdownList(checked.slice(0, MAX_ROWS).map(({ text }) => escapeMarkdown(text))),
    `${knownText(answer, checked, now)}${sentenceCase(HAS_HISTORY)}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** What did not answer in a time, and how much of the checks was answered. */
export const incidents = (question: Question): string =>
  pastText(question) ?? `I see only how it is now; ${HAS_HISTORY}.\n\n${problems(question)}`;
