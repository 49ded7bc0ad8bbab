/** The replies to questions about the list or the persons of an earlier answer: “who did that?”, “what did they do?” */
import { MAX_ADDITION_WORDS } from './additions.ts';
import { stranger } from './agents.ts';
import { merged, pullNumbers } from './commits.ts';
import {
  ASKS_BEFORE,
  ASKS_OF_IT,
  ASKS_WHO,
  OF_NEWEST,
  isOtherName,
  rowsOf,
  withNames,
} from './follow-ups.ts';
import { LISTED, intents } from './intents.ts';
import { OF_CHANGES, type Replies, type Understood, read, understand } from './understood.ts';
import { type Question, type Reply, questionOf } from '../question.ts';

/** Returns the merged pull request that stands `rows` rows below the named one. */
function pullBefore(question: Question, rows: number): string {
  const [number] = pullNumbers(question);
  const all = rowsOf(merged({ ...question, plain: '', text: '', rows: Infinity }));
  const named = all.findIndex((row) => row.startsWith(`#${number} `));
  const row = named < 0 ? undefined : all[named + rows];
  return row === undefined ? 'I see none before that.' : `Before that: ${row}`;
}

/** “Who made the last commit and what was it about?” refers to nothing before it. */
const NAMES_WORK = /\b(?:commits?|merges?|pull requests?)\b/;
/** The reply to “who did that?” and “and the one before?”, from the list that an earlier question asks for. */
export function ofList(question: Question, context: Replies): Reply | undefined {
  const { plain, words } = question;
  const isBefore = ASKS_BEFORE.test(plain);
  const isOfIt = words.length <= MAX_ADDITION_WORDS && ASKS_OF_IT.test(plain);
  if (!isBefore && !isOfIt && !ASKS_WHO.test(plain)) return undefined;
  const asked = context.history.filter(({ role }) => role === 'visitor').map(({ text }) => text);
  let at = isBefore ? 1 : 0;
  let text = asked.pop();
  for (; text !== undefined; text = asked.pop()) {
    const { plain: earlier } = questionOf(text, context);
    if (ASKS_BEFORE.test(earlier)) at += 1;
    else if (NAMES_WORK.test(earlier) || !(ASKS_WHO.test(earlier) || ASKS_OF_IT.test(earlier))) break;
  }
  const known = understand(read(text ?? '', context), context);
  if (known.intent === intents.namedPull && isBefore) return { text: pullBefore(known.question, at) };
  if (!LISTED.includes(known.intent)) return undefined;
  // “When was it merged?” is about the list, “when will it rain?” is not.
  if (isOfIt && !ASKS_WHO.test(plain) && !OF_CHANGES.includes(understand(question, context).intent))
    return undefined;
  const listed = rowsOf(known.reply?.text ?? '').length;
  const isNewest = OF_NEWEST.test(plain);
  if (isNewest && listed < 2) return undefined;
  if (isNewest) at = 0;
  if (/\b(?:those|these|them)\b/.test(plain)) return known.reply;
  const found = known.intent.answer({ ...known.question, rows: at + 1 });
  const rows = typeof found === 'string' ? rowsOf(found) : [];
  // The answer about one pull request is no list.
  const isOnlyOne = at === 0 && known.intent === intents.namedPull && typeof found === 'string';
  const row = rows[at] ?? (isOnlyOne ? found : undefined);
  if (row === undefined) return isBefore ? { text: 'I see none before that.' } : undefined;
  const unseen = plain.includes('review')
    ? 'I do not see reviews, only whose it is: '
    : /\bwho\b.*\bmerged\b/.test(plain)
      ? 'I do not see who merged it, only whose it is: '
      : '';
  const newest = at === 0 && listed > 1 ? `\n\nThat is the newest of the ${listed} above.` : '';
  return { text: `${isBefore ? 'Before that: ' : unseen}${row}${newest}` };
}

/** The reply to a question about the persons of the answer before: “what did they do last?”. */
export function ofPersons(
  question: Question,
  before: Understood | undefined,
  context: Replies,
): Reply | undefined {
  const answer = context.history.at(-1);
  if (answer?.role !== 'resident' || before?.intent.isOfPeople !== true) return undefined;
  if (isOtherName(question, context.understanding.isWord)) return { text: stranger(question) };
  const named = withNames(question, before.question, answer.text);
  if (!named || /^(?:why|how come)\b/.test(question.plain)) return undefined;
  const own = understand(named, context);
  if (!own.isLikely || own.intent.isOfPeople !== true || own.leftOut.length > 0) return undefined;
  const found = intents.person.answer(named);
  return typeof found === 'string' ? { text: found } : undefined;
}
