import { makeBadge } from 'badge-maker';
import * as v from 'valibot';
import { cleanLine } from '../../../data/core/text.ts';
import { theme } from '../../../theme/theme.ts';
import { HISTORY_SPANS } from '../../../data/readings/schemas/history.ts';
import { withoutXmlControls } from '../../core/escape.ts';
import type { Badge } from './badge.ts';

const MAX_LABEL_CHARACTERS = 60;
const HEX = /^(?:[\da-f]{3}|[\da-f]{6})$/i;

/** The styles that Shields offers, and that READMEs use. */
const styles = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;
/** The colour names of Shields. Colour names of CSS are not accepted. */
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
  /** The span of an uptime badge. */
  span: v.optional(v.picklist(HISTORY_SPANS, SPAN), '24h'),
});
type BadgeQuery = v.InferOutput<typeof badgeOptions>;
/** The options of every badge. */
type BadgeOptions = Omit<BadgeQuery, 'span'>;

/** The options in a query, or the sentence that says what is wrong. */
export function readBadgeOptions(query: unknown): BadgeQuery | string {
  const result = v.safeParse(badgeOptions, query);
  return result.success ? result.output : result.issues[0].message;
}

/** How long an image proxy, a browser or Shields may use a badge. Readings change once a minute. */
export const BADGE_MAX_AGE_SECONDS = 60;
const MAX_CHARACTERS = 80;
/** The colour of the left side. */
const LABEL_COLOR = theme.colors.panelBackground;

/** The text as one line that XML allows, cut to the maximum length of a badge. */
function lineOf(text: string): string {
  const characters = Array.from(withoutXmlControls(cleanLine(text)));
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
    : characters.join('');
}

/**
 * What the badge shows: options in the address replace the badge’s own values. A failure keeps its colour, as
 * at Shields.
 */
const shown = (badge: Badge, { label, color, style }: BadgeOptions) => ({
  label: lineOf(label ?? badge.label),
  message: lineOf(badge.message),
  color: badge.isError ? badge.color : (color ?? badge.color),
  ...(style && { style }),
});

/** An SVG image with both texts as its title and its accessible name. */
export const badgeSvg = (badge: Badge, options: BadgeOptions = {}): string =>
  `${makeBadge({ ...shown(badge, options), labelColor: LABEL_COLOR })}\n`;

/** The badge as JSON, which Shields draws (https://shields.io/badges/endpoint-badge). */
export const shieldsEndpoint = (badge: Badge, options: BadgeOptions = {}): string => {
  const { color, ...texts } = shown(badge, options);
  return `${JSON.stringify({
    schemaVersion: 1,
    ...texts,
    color: color.replace('#', ''),
    labelColor: LABEL_COLOR.replace('#', ''),
    ...(badge.isError && { isError: true }),
    cacheSeconds: BADGE_MAX_AGE_SECONDS,
  })}\n`;
};
