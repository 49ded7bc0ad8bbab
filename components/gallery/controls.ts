/** The settings of a widget in the gallery, by the names of its attributes. */
export type Control =
  | { readonly kind: 'flag' }
  /** The first choice has the empty value: the attribute is left out. */
  | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, text: string])[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly hint: string }
  | { readonly kind: 'text'; readonly maxLength: number; readonly hint: string };

/** The limits are the same as for pages in frames (harness/gateway/syndication/embed-options.ts). */
export const controls = {
  theme: {
    kind: 'choice',
    choices: [
      ['', 'auto'],
      ['light', 'light'],
      ['dark', 'dark'],
    ],
  },
  compact: { kind: 'flag' },
  limit: { kind: 'number', min: 1, max: 50, hint: 'rows' },
  units: {
    kind: 'choice',
    choices: [
      ['', 'not set'],
      ['°C', '°C'],
      ['°F', '°F'],
    ],
  },
  repo: { kind: 'text', maxLength: 500, hint: 'owner/name' },
  span: {
    kind: 'choice',
    choices: [
      ['', 'not set'],
      ['24h', '24 hours'],
      ['30d', '30 days'],
      ['90d', '90 days'],
    ],
  },
  of: { kind: 'text', maxLength: 600, hint: 'all, or portal:wiki' },
  lang: { kind: 'text', maxLength: 20, hint: 'de, or en-US' },
  label: { kind: 'text', maxLength: 60, hint: 'the heading' },
  'heading-level': {
    kind: 'choice',
    choices: [['', 'not set'], ...[1, 2, 3, 4, 5, 6].map((level) => [`${level}`, `${level}`] as const)],
  },
  loading: {
    kind: 'choice',
    choices: [
      ['', 'not set'],
      ['lazy', 'lazy'],
    ],
  },
  refresh: { kind: 'number', min: 10, max: 86_400, hint: 'seconds' },
} as const satisfies Readonly<Record<string, Control>>;
export type ControlName = keyof typeof controls;

/** The attributes of each widget with one reading. */
const common = ['theme', 'compact', 'label', 'heading-level', 'loading', 'refresh'] as const;

interface GalleryWidget {
  readonly controls: readonly ControlName[];
  /** Why the gallery shows it only on request. */
  readonly onDemand?: string;
}

/**
 * The widgets of the gallery, in order. Each widget that `embed.ts` lists needs an entry: without it the
 * build fails (ci/build/widgets/gallery.ts). The descriptions come from the doc blocks of the classes.
 */
export const galleryWidgets: Readonly<Record<string, GalleryWidget>> = {
  'hw-agents': { controls: ['limit', 'repo', ...common] },
  'hw-team': { controls: ['limit', ...common] },
  'hw-now': { controls: common },
  'hw-commits': { controls: ['limit', 'repo', ...common] },
  'hw-open-work': { controls: ['limit', 'repo', ...common] },
  'hw-sovereignty': { controls: common },
  'hw-weather': { controls: ['units', ...common] },
  'hw-block-height': { controls: common },
  'hw-portals': { controls: ['limit', ...common] },
  'hw-relay-feed': { controls: ['limit', ...common] },
  'hw-chat': {
    controls: ['theme', 'compact', 'label', 'heading-level'],
    onDemand: 'It connects to the resident.',
  },
  'hw-history': { controls: ['span', 'of', 'limit', 'lang', ...common] },
  // This widget has no heading of its own. If it were shown from the start, it would repeat the headings of
  // the widgets above.
  'hw-heartbeat': {
    controls: ['limit', 'units', 'repo', 'theme', 'compact', 'heading-level', 'refresh'],
    onDemand: 'It has six of the widgets above in one.',
  },
};
