import type { HomePart } from '../../config/access.ts';
import type { EmbedOptions } from './embed-options.ts';
import type { HomeCounts } from './home-counts.ts';
import { heightOf, pixels } from './widget-heights.ts';

/** A widget that has a page of its own, for frames. */
interface Embed {
  readonly title: string;
  /** The width of the frame that fits most pages, in CSS pixels. */
  readonly width: number;
  /** The part of the home that it shows; undefined if that are several. */
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

/** How high a frame of this width is with a usual reading of the widget, in CSS pixels. */
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

/** The folder of the pages below the home's address. */
export const EMBED_FOLDER = 'embed/';
