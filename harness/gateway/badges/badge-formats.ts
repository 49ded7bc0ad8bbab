import { makeBadge } from 'badge-maker';
import { cleanLine } from '../../../data/core/text.ts';
import { theme } from '../../../theme/theme.ts';
import { withoutXmlControls } from '../../core/markup.ts';
import type { Badge } from './badge.ts';
import type { BadgeOptions } from './badge-options.ts';

/** How long an image proxy, a browser or Shields may use a badge. Readings change once a minute. */
export const BADGE_MAX_AGE_SECONDS = 60;
const MAX_CHARACTERS = 80;
/** The left side. */
const LABEL_COLOR = theme.colors.panelBackground;

/** The text as one line that XML allows, cut to the room of a badge. */
function lineOf(text: string): string {
  const characters = Array.from(withoutXmlControls(cleanLine(text)));
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
    : characters.join('');
}

/** What is shown: the options of the address over the badge. A failure keeps its colour, as at Shields. */
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
