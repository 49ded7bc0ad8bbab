import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forms, nameOf } from '../../../components/gallery/code.ts';
import { galleryWidgets } from '../../../components/gallery/controls.ts';
import { escapeHtml } from '../../../harness/core/escape.ts';
import { badgeNames } from '../../../harness/gateway/badges/badge.ts';
import { EXAMPLE_HOME } from '../../../harness/gateway/pages/pages.ts';
import {
  type EmbedName,
  embedOf,
  frameHeight,
  isEmbedName,
} from '../../../harness/gateway/syndication/embeds.ts';
import { type Widget, widgets } from './manifest.ts';

/**
 * The path of the script with a hash in its address, and the hashes of all scripts for subresource integrity.
 */
interface FixedScript {
  readonly script: string;
  readonly integrity: Readonly<Record<string, string>>;
}

/** Reads `embed.json`, which the build of `embed.js` has written; undefined if there is no such file. */
function fixedScript(dist: string): FixedScript | undefined {
  const file = join(dist, 'embed.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FixedScript) : undefined;
}

/** The size of a frame that fits a usual home. */
const frameOf = (name: EmbedName): string => {
  const { width } = embedOf(name);
  return `${width}x${frameHeight(name, width)}`;
};

/** The attributes of the demo of a widget. They determine which forms of code the demo offers. */
function demoAttributes(tag: string, fixed: FixedScript | undefined): string {
  const name = nameOf(tag);
  const frame = isEmbedName(name) ? frameOf(name) : undefined;
  const given: readonly (readonly [string, string | undefined])[] = [
    ['tag', tag],
    ['frame', frame],
    ['badge', badgeNames.includes(name) ? name : undefined],
    ['script', fixed?.script],
    ['integrity', fixed?.integrity[fixed.script]],
  ];
  return given.map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeHtml(value)}"`)).join('');
}

/** One widget: its description, the widget itself, and its code. Without scripts only the code is visible. */
function section({ tag, description }: Widget, fixed: FixedScript | undefined): string {
  const { onDemand } = galleryWidgets[tag] ?? {};
  const [first = ''] = description.split(/(?<=\.) /);
  const code = forms[0]?.code({ tag, base: `${EXAMPLE_HOME}/`, attributes: [] }) ?? '';
  const live =
    onDemand === undefined
      ? `<${tag} src="./"></${tag}>`
      : `<p>${escapeHtml(onDemand)}</p><button type="button">Show it here</button>`;
  return `<section id="${tag}">
        <h2><code>&lt;${tag}&gt;</code></h2>
        <p>${escapeHtml(first.replaceAll('`', ''))}</p>
        <div class="ground">${live}</div>
        <hw-widget-demo${demoAttributes(tag, fixed)}><pre><code>${code.split('\n').map(escapeHtml).join('\n')}</code></pre></hw-widget-demo>
      </section>`;
}

/** Every widget that `embed.ts` lists, in the order of the gallery. */
async function listed(): Promise<Widget[]> {
  const order = Object.keys(galleryWidgets);
  const all = await widgets();
  const missing = all.map(({ tag }) => tag).filter((tag) => !order.includes(tag));
  if (missing.length > 0)
    throw new Error(`components/gallery/controls.ts: no entry for ${missing.join(', ')}`);
  return all.toSorted((one, other) => order.indexOf(one.tag) - order.indexOf(other.tag));
}

/** Fills the page of the gallery: links to its widgets, and the widgets. */
export async function fillGallery(html: string, dist: string): Promise<string> {
  const all = await listed();
  const fixed = fixedScript(dist);
  const links = all.map(({ tag }) => `<li><a href="#${tag}">${nameOf(tag)}</a></li>`);
  return html
    .replace('<!-- links -->', () => links.join('\n          '))
    .replace('<!-- widgets -->', () => all.map((widget) => section(widget, fixed)).join('\n      '))
    .replace(
      '<!-- embed -->',
      '<link rel="stylesheet" href="./embed.css" />\n    <script type="module" src="./embed.js"></script>',
    );
}
