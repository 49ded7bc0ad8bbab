import type { HomePart } from '../../config/access.ts';
import type { HomeCounts } from './home-counts.ts';
import { heightOf, pixels } from './widget-heights.ts';
import * as v from 'valibot';
import { HISTORY_SPANS } from '../../../data/readings/schemas/history.ts';
import { cleanLine } from '../../../data/core/text.ts';
import { escapeHtml } from '../../core/escape.ts';

const MAX_LABEL_CHARACTERS = 60;
const MAX_ROWS = 50;
const MAX_ID_CHARACTERS = 600;
/** The limits of the seconds between two requests of a widget. */
const MIN_REFRESH_SECONDS = 10;
const MAX_REFRESH_SECONDS = 86_400;

const THEME = '“theme” is one of: auto, light, dark.';
const UNITS = '“units” is C or F.';
const LABEL = `“label” is one text of at most ${MAX_LABEL_CHARACTERS} characters.`;
const REPO = '“repo” is a repository of the home, as owner/name.';
const COMPACT = '“compact” has no value.';
const SPAN = `“span” is one of: ${HISTORY_SPANS.join(', ')}.`;
const OF = '“of” is the id of one subject of the status history, such as portal:garden.';
const LANG = '“lang” is a language, such as de or en-US.';

const wholeNumber = (name: string, min: number, max: number) => {
  const message = `“${name}” is a whole number from ${min} to ${max}.`;
  return v.optional(
    v.pipe(
      v.string(message),
      v.regex(/^\d{1,6}$/, message),
      v.check((text) => Number(text) >= min && Number(text) <= max, message),
    ),
  );
};

/** The attributes of a widget that the address of its page may set. Unknown parameters are ignored. */
const embedOptions = v.object({
  theme: v.optional(v.picklist(['auto', 'light', 'dark'], THEME)),
  compact: v.optional(v.literal('', COMPACT)),
  label: v.optional(
    v.pipe(v.string(LABEL), v.maxLength(MAX_LABEL_CHARACTERS, LABEL), v.transform(cleanLine)),
  ),
  limit: wholeNumber('limit', 1, MAX_ROWS),
  units: v.optional(v.picklist(['C', 'F'], UNITS)),
  repo: v.optional(v.pipe(v.string(REPO), v.regex(/^[\w./-]{3,500}$/, REPO))),
  refresh: wholeNumber('refresh', MIN_REFRESH_SECONDS, MAX_REFRESH_SECONDS),
  span: v.optional(v.picklist(HISTORY_SPANS, SPAN)),
  of: v.optional(v.pipe(v.string(OF), v.maxLength(MAX_ID_CHARACTERS, OF), v.transform(cleanLine))),
  lang: v.optional(v.pipe(v.string(LANG), v.regex(/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i, LANG))),
});
export type EmbedOptions = v.InferOutput<typeof embedOptions>;

/** The options in a query, or the sentence that says what is wrong. */
export function readEmbedOptions(query: unknown): EmbedOptions | string {
  const result = v.safeParse(embedOptions, query);
  return result.success ? result.output : result.issues[0].message;
}

const given = (options: EmbedOptions): [name: string, value: string][] =>
  Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined);

/** The options as attributes of an element, with a space before each. */
export const attributesOf = (options: EmbedOptions): string =>
  given(options)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

/** The options as the query of an address; empty without an option. */
export function queryOf(options: EmbedOptions): string {
  const query = new URLSearchParams(given(options)).toString();
  return query && `?${query}`;
}

/** A widget that has a page of its own, for frames. */
interface Embed {
  readonly title: string;
  /** The width of the frame that fits most pages, in CSS pixels. */
  readonly width: number;
  /** The part of the home that it shows; undefined if it shows several. */
  readonly part?: HomePart;
}

/** By the name in the address; the element is `hw-<name>`. */
const embeds = {
  heartbeat: { title: 'Heartbeat', width: 640 },
  sovereignty: { title: 'Sovereignty', width: 480, part: 'sovereignty' },
  now: { title: 'Now', width: 480, part: 'activity' },
  agents: { title: 'Agents', width: 480, part: 'agents' },
  team: { title: 'Agent sessions', width: 480, part: 'sessions' },
  commits: { title: 'Last commits', width: 480, part: 'commits' },
  'open-work': { title: 'Open work', width: 480, part: 'open-work' },
  weather: { title: 'Weather', width: 320, part: 'weather' },
  'block-height': { title: 'Block height', width: 320, part: 'block-height' },
  portals: { title: 'Portals', width: 480, part: 'portals' },
  'relay-feed': { title: 'Relay feed', width: 480, part: 'relay-feed' },
  history: { title: 'Status history', width: 640, part: 'history' },
} as const satisfies Readonly<Record<string, Embed>>;

export type EmbedName = keyof typeof embeds;
export const embedNames = Object.keys(embeds) as readonly EmbedName[];
export const isEmbedName = (name: string): name is EmbedName => Object.hasOwn(embeds, name);
export const embedOf = (name: EmbedName): Embed => embeds[name];

/** The size of the text of widgets, in CSS pixels, where the page does not set one. */
const TEXT_PX = 14;

/** The height of a frame of this width, in CSS pixels. Counts that are not known have usual values. */
export function frameHeight(
  name: EmbedName,
  width: number,
  { compact, limit, of }: EmbedOptions = {},
  counts: HomeCounts = {},
): number {
  const own = of === undefined ? counts : { ...counts, 'history-rows': 1 };
  const math = pixels({ counts: own, limit: limit === undefined ? undefined : Number(limit), text: TEXT_PX });
  return Math.ceil(heightOf(math, name, { width: width / TEXT_PX, compact: compact !== undefined }));
}

/** The folder of the pages for frames, below the home's address. */
export const EMBED_FOLDER = 'embed/';
