import * as v from 'valibot';
import { MAX_OPTIONS, MAX_RULES, askKinds } from '../../data/asks/ask.ts';
import { cleanLine, cutText } from '../../data/core/text.ts';
import { sessionReport } from '../agent-sessions/session-report.ts';
import { detailOf, withMarks } from './detail.ts';
import { withoutKeys } from './mask.ts';

/** The longest that an agent may wait for its owner. */
export const MAX_ASK_SECONDS = 600;

/** Makes a text of the agent a line that the owner can read: keys are masked, and a long text is cut. */
const line = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((given) => cutText(withoutKeys(cleanLine(given)), max)),
  );
/** Whether the owner sees a text unchanged. An answer sends this text back to the agent. */
const isShownAsItIs = (label: string): boolean =>
  /^.{1,400}$/.test(label) && withMarks(label) === label && withoutKeys(label) === label;
/** An option with a masked or hidden part is refused: the agent would get another text than its owner chose. */
const option = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.check(isShownAsItIs, 'expected one line without hidden characters, keys and passwords'),
);
const word = (max: number) => v.pipe(line(max), v.minLength(1));
const id = v.pipe(
  v.string(),
  v.regex(/^[\w.:-]{1,64}$/, 'expected 1 to 64 letters, digits, “_”, “.”, “:” and “-”'),
);

/** A text, or its beginning and end with the number of characters between them. */
const detail = v.pipe(
  v.union([
    v.pipe(
      v.string(),
      v.transform((text) => ({ text, left: 0 })),
    ),
    v.object({ text: v.string(), left: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  ]),
  v.transform(detailOf),
);

const { session, agent, call, at } = sessionReport.entries;
/** A list in which an answer can name each entry by its id. */
const listOf = <const Rest extends v.ObjectEntries>(max: number, rest: Rest) =>
  v.pipe(
    v.array(v.object({ id, ...rest })),
    v.maxLength(max),
    v.check((list) => new Set(list.map((one) => one.id)).size === list.length, 'expected each id once'),
  );

/**
 * What an agent asks, in the same form for all programs. docs/api.md lists the fields. An answer can name
 * only the options and rules that the ask contains.
 */
export const asked = v.object({
  kind: v.picklist(askKinds),
  title: word(200),
  note: v.nullish(line(400), ''),
  command: v.nullish(detail),
  diff: v.nullish(detail),
  plan: v.nullish(detail),
  folder: v.nullish(line(200), ''),
  options: v.nullish(listOf(MAX_OPTIONS, { label: option, note: v.nullish(line(400), '') }), []),
  several: v.nullish(v.boolean(), false),
  mayWrite: v.nullish(v.boolean(), false),
  rules: v.pipe(
    v.nullish(listOf(MAX_RULES, { label: v.string() }), []),
    v.transform((rules) => rules.filter(({ label }) => isShownAsItIs(label))),
  ),
  /** Whether the agent's own program asks in its terminal if the owner does not decide in time. */
  terminal: v.nullish(v.boolean(), false),
  seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_ASK_SECONDS)),
  session: v.nullish(session),
  agent,
  call,
  at,
});
export type Asked = v.InferOutput<typeof asked>;
export type AskedInput = v.InferInput<typeof asked>;
