import type { ChatEntry } from '../../data/chat/chat-entries.ts';
import { cutAtWord } from '../../data/core/text.ts';
import { DAY_MS } from '../../data/core/time.ts';
import { agentKey } from '../../data/readings/activity.ts';
import { ageText, counted } from '../../data/readings/format.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';

type StateSlice = ChatState & PageState & ReadingsState;

/** The maximum length of a question: about one line of the panel. */
const QUESTION_CHARACTERS = 60;

/** The last question of the visitor before the entry at `end`, in quotation marks. */
function questionBefore(entries: readonly ChatEntry[], end: number): string {
  const question = entries.slice(0, end).findLast(({ role }) => role === 'visitor');
  if (!question) return '';
  const text = cutAtWord(question.text, QUESTION_CHARACTERS);
  return `“${text}${text.length < question.text.length ? ' …' : ''}”`;
}

function doing({ bridge, resident, chat }: StateSlice): string {
  const { state, cause } = bridge.get();
  if (state === 'connecting') return 'Connecting …';
  if (state !== 'open') return `Cannot be reached: ${cause ?? 'there is no bridge'}`;
  const entries = chat.entries.get();
  const last = entries.findLast(({ role }) => role !== 'notice');
  const question = questionBefore(entries, entries.length);
  if (last?.role === 'resident' && last.status === 'streaming')
    return `Answering ${question || 'your message'}`;
  if (chat.unanswered.get() > 0) return `Thinking about ${question || 'your message'}`;
  return resident.get().attached
    ? 'Ready to talk'
    : 'Ready to talk, without a model: answers from the readings';
}

/** Commits of the last day whose author has the resident's name. */
function committed({ resident, readings, now }: StateSlice): string[] {
  const key = agentKey(resident.get().name);
  const since = now.get() - DAY_MS;
  const own = (currentValue(readings.commits.get()) ?? []).filter(
    ({ author, authoredAt }) => agentKey(author) === key && authoredAt > since,
  );
  return own.length === 0 ? [] : [`${counted(own.length, 'commit')} in the last 24 hours`];
}

/** The last answer of this visit. */
function answered({ chat, now }: StateSlice): string {
  const entries = chat.entries.get();
  const at = entries.findLastIndex(({ role, status }) => role === 'resident' && status !== 'streaming');
  const answer = entries[at];
  if (!answer) return 'No question yet in this visit';
  return `Answered ${questionBefore(entries, at) || 'your message'} ${ageText(answer.ts, now.get())}`;
}

/**
 * What the resident is doing and has done, one line each: the present activity, commits of the last day, and
 * the last answer of this visit.
 */
export const residentLines = (state: StateSlice): readonly string[] => [
  doing(state),
  ...committed(state),
  answered(state),
];
