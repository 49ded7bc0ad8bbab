import { unknown } from './answers/about.ts';
import { agents } from './answers/agents.ts';
import { commits, merged } from './answers/commits.ts';
import { portals } from './answers/portals.ts';
import { block, feed, sovereignty, time, weather } from './answers/readings.ts';
import { OFFER } from './answers/ways.ts';
import { choiceOf } from './choice.ts';
import { leftOut, nowOnly } from './doubt.ts';
import { type Answer, type Question, type Reply, type ReplyContext, questionOf } from './question.ts';
import { escapeMarkdown } from './markdown.ts';
import { partly, partsOf } from './parts.ts';
import { asksToShow, panelNamed } from './places.ts';

const YES = /^(?:yes|yeah|yep|sure|ok|okay|please|please do|yes please|go|do it|take me there|let us go)$/;
/** Readings that a message can ask for together: “weather and block height”. */
const TOGETHER: ReadonlySet<Answer> = new Set<Answer>([
  agents,
  block,
  commits,
  feed,
  merged,
  portals,
  sovereignty,
  time,
  weather,
]);

/** The question before, if the resident answered it with an offer. */
function questionWithOffer(history: ReplyContext['history']): string | undefined {
  const answer = history.at(-1);
  const question = history.at(-2);
  return answer?.role === 'resident' && answer.text.endsWith(OFFER) && question?.role === 'visitor'
    ? question.text
    : undefined;
}

/** An answer, unless it leaves out too much of its question; what it leaves out is named. */
function doubted(question: Question, reply: Reply, left: readonly string[], answer?: Answer): Reply {
  const strange = left.map((word) => `“${escapeMarkdown(word)}”`);
  if (strange.length > 1) return { text: `I do not understand ${strange.join(', ')} here. ${unknown()}` };
  // “Show me the commits” has an answer, and a panel in the world.
  const panel = asksToShow(question.plain) && !reply.action ? panelNamed(question.words) : undefined;
  const known = nowOnly(question, answer, reply.text) + reply.text;
  const text =
    strange.length === 0
      ? known
      : `I do not understand ${strange[0]} here; this may be about something else:\n\n${known}`;
  return panel
    ? { text: `${text}\n\n${OFFER}`, action: { action: 'fly', detail: { panel } } }
    : { ...reply, text };
}

/** The reply to one message, from the current state. */
export function replyTo(text: string, context: ReplyContext): Reply {
  const question = questionOf(text, context);
  const earlier = YES.test(question.plain) ? questionWithOffer(context.history) : undefined;
  if (earlier !== undefined) {
    const { action } = replyTo(earlier, { ...context, history: [] });
    if (action)
      return {
        text: 'Then “Take me there” on the page, or Enter on an empty line, brings you there.',
        action,
      };
  }
  const parts = partsOf(text, context);
  const found = parts.flatMap(({ choice }) => choice ?? []);
  const together = new Map(
    found.filter(({ answer }) => TOGETHER.has(answer)).map(({ answer, reply }) => [answer, reply.text]),
  );
  if (together.size > 1) {
    const all = [...together.values()].join('\n\n');
    return doubted(question, { text: all }, leftOut(question, [...together.keys()], all));
  }
  const choice = choiceOf(question);
  return (
    partly(parts, choice) ??
    (choice ? doubted(question, choice.reply, choice.left, choice.answer) : { text: unknown() })
  );
}
