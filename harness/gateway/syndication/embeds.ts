/** A widget that has a page of its own, for frames. */
export interface Embed {
  readonly title: string;
  /** The size of the frame that fits most homes, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** By the name in the address; the element is `hw-<name>`. */
const embeds = {
  heartbeat: { title: 'Heartbeat', width: 640, height: 900 },
  sovereignty: { title: 'Sovereignty', width: 480, height: 400 },
  now: { title: 'Now', width: 480, height: 220 },
  agents: { title: 'Agents', width: 480, height: 280 },
  commits: { title: 'Last commits', width: 480, height: 340 },
  weather: { title: 'Weather', width: 320, height: 160 },
  'block-height': { title: 'Block height', width: 320, height: 160 },
  portals: { title: 'Portals', width: 480, height: 360 },
  'relay-feed': { title: 'Relay feed', width: 480, height: 480 },
  history: { title: 'Status history', width: 640, height: 720 },
} as const satisfies Readonly<Record<string, Embed>>;

export type EmbedName = keyof typeof embeds;
export const embedNames = Object.keys(embeds) as readonly EmbedName[];
export const isEmbedName = (name: string): name is EmbedName => Object.hasOwn(embeds, name);
export const embedOf = (name: EmbedName): Embed => embeds[name];

/** The folder of the pages below the home's address. */
export const EMBED_FOLDER = 'embed/';
