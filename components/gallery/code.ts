/** A widget with the visitor's choices, and the address of its home. */
export interface Example {
  readonly tag: string;
  /** The home's address, with a trailing slash. */
  readonly base: string;
  /** The attributes except `src`, in the order in which they were set. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** The widget's page for frames: its name in the URL, and the size of the frame. */
  readonly frame?: { readonly name: string; readonly width: string; readonly height: string } | undefined;
  /** The badge's name in the URL. */
  readonly badge?: string | undefined;
  /** The script at a fixed URL of the home, and its hash. */
  readonly fixed?: { readonly script: string; readonly integrity: string } | undefined;
}

export interface Form {
  readonly name: string;
  readonly title: string;
  /** A note about the use of this form. */
  readonly note: string;
  /** The code; undefined if the widget does not have this form. */
  readonly code: (example: Example) => string | undefined;
}

const ALLOWED =
  'It shows readings only if “allowedOrigins” in the home’s config.json names the origin of your page.';

/** Escapes text for HTML attributes and content. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`).replaceAll('&#38;', '&amp;');

/** The value of a `src` attribute: without the slash after a host. */
const homeOf = (base: string): string => (/^https?:\/\/[^/]+\/$/.test(base) ? base.slice(0, -1) : base);

/** The visitor's own heading, or the default heading of the widget. */
const textOf = (example: Example, title: string): string =>
  example.attributes.find(([name, value]) => name === 'label' && value !== '')?.[1] ?? title;

/** For example `agents` for `hw-agents`. */
export const nameOf = (tag: string): string => tag.replace(/^hw-/, '');

/** For example `Block height` for `hw-block-height`. */
const titleOf = (tag: string): string => {
  const words = nameOf(tag).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The HTML of the element. */
function element({ tag, base, attributes }: Example): string {
  const given = attributes.map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${escapeText(value)}"`,
  );
  return `<${tag} src="${escapeText(homeOf(base))}"${given.join('')}></${tag}>`;
}

/**
 * The options that a page for frames accepts in its URL. The page has its own document outline, so it needs
 * no heading level.
 */
const FRAME_OPTIONS = ['theme', 'compact', 'label', 'limit', 'units', 'repo', 'refresh'];

/** An `iframe` with the widget's page, in a size that suits most homes. */
function frame(example: Example): string | undefined {
  if (!example.frame) return undefined;
  const { name, width, height } = example.frame;
  const options = example.attributes
    .filter(([option]) => FRAME_OPTIONS.includes(option))
    .map(([option, value]) => [option, option === 'units' ? value.replace('°', '') : value] as const);
  const query = new URLSearchParams(options.map(([option, value]) => [option, value])).toString();
  const address = `${example.base}embed/${name}${query && `?${query}`}`;
  const title = escapeText(textOf(example, titleOf(example.tag)));
  return `<iframe src="${escapeText(address)}" title="${title}" width="${width}" height="${height}" style="border: 0" loading="lazy"></iframe>`;
}

/** An image that links to the readings. */
function badge(example: Example): string | undefined {
  if (example.badge === undefined) return undefined;
  const title = titleOf(example.tag);
  const label = textOf(example, '');
  const query = label && `?${new URLSearchParams({ label }).toString()}`;
  const words = (label || title).replace(/[\\[\]]/g, '\\$&');
  return `[![${words}](${example.base}badge/${example.badge}.svg${query})](${example.base}heartbeat.html)`;
}

/** The ways to embed a widget, the most usual one first. */
export const forms: readonly Form[] = [
  {
    name: 'html',
    title: 'HTML',
    note: ALLOWED,
    code: (example) =>
      `<link rel="stylesheet" href="${escapeText(example.base)}embed.css" crossorigin />\n<script type="module" src="${escapeText(example.base)}embed.js"></script>\n${element(example)}`,
  },
  {
    name: 'integrity',
    title: 'HTML, script checked by its hash',
    note: `The browser refuses a changed script. Take the code again after an update of the home: this copy is gone then. ${ALLOWED}`,
    code: (example) =>
      example.fixed &&
      `<script\n  type="module"\n  src="${escapeText(example.base + example.fixed.script)}"\n  crossorigin\n  integrity="${escapeText(example.fixed.integrity)}"\n></script>\n${element(example)}`,
  },
  {
    name: 'frame',
    title: 'Frame, without a script in the page',
    note: 'It is shown only if “frameAncestors” in the home’s config.json names the origin of your page.',
    code: frame,
  },
  {
    name: 'badge',
    title: 'Badge in Markdown',
    note: 'An image for a README. It needs no permission of the home.',
    code: badge,
  },
  {
    name: 'package',
    title: 'npm package: React, Vue, Svelte',
    note: `The home serves the package: download it, and install the file. ${ALLOWED}`,
    code: (example) =>
      `// curl -O ${example.base}home-world-widgets.tgz && npm install ./home-world-widgets.tgz\nimport 'home-world-widgets';\nimport 'home-world-widgets/embed.css';\n// In a declaration file, for types in templates: 'home-world-widgets/react', '/vue' or '/svelte'.\n\n${element(example)}`,
  },
];
