import * as v from 'valibot';
import { HISTORY_SPANS } from '../../../data/readings/schemas/history.ts';
import { cleanLine } from '../../../data/core/text.ts';

const MAX_LABEL_CHARACTERS = 60;
const HEX = /^(?:[\da-f]{3}|[\da-f]{6})$/i;

/** The looks that Shields offers, and READMEs use. */
const styles = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;
/** The names of Shields; CSS names would need a list of their own. */
const colorNames = [
  'brightgreen',
  'green',
  'yellow',
  'yellowgreen',
  'orange',
  'red',
  'blue',
  'grey',
  'lightgrey',
  'success',
  'important',
  'critical',
  'informational',
  'inactive',
] as const;

const LABEL = `“label” is one text of at most ${MAX_LABEL_CHARACTERS} characters.`;
const COLOR = `“color” is a hex value without “#”, such as 4af0c0, or one of: ${colorNames.join(', ')}.`;
const STYLE = `“style” is one of: ${styles.join(', ')}.`;
const SPAN = `“span” is one of: ${HISTORY_SPANS.join(', ')}.`;

/**
 * The query of a badge. Unknown parameters are ignored: pages add their own to get past a cache. The
 * messages are for the person who wrote the address.
 */
const badgeOptions = v.object({
  label: v.optional(
    v.pipe(v.string(LABEL), v.maxLength(MAX_LABEL_CHARACTERS, LABEL), v.transform(cleanLine)),
  ),
  color: v.optional(
    v.pipe(
      v.string(COLOR),
      v.check((name) => HEX.test(name) || colorNames.some((known) => known === name), COLOR),
    ),
  ),
  style: v.optional(v.picklist(styles, STYLE)),
  /** Of an uptime. */
  span: v.optional(v.picklist(HISTORY_SPANS, SPAN), '24h'),
});
type BadgeQuery = v.InferOutput<typeof badgeOptions>;
/** What every badge takes. */
export type BadgeOptions = Omit<BadgeQuery, 'span'>;

/** The options in a query, or the sentence that says what is wrong. */
export function readBadgeOptions(query: unknown): BadgeQuery | string {
  const result = v.safeParse(badgeOptions, query);
  return result.success ? result.output : result.issues[0].message;
}
