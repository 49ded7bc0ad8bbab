/**
 * How many brotli bytes a visitor downloads, with the limits. Follows the imports in `dist/`, as a
 * browser does.
 *
 *   node ci/sizes.ts           a table; fails if a size exceeds its limit
 *   node ci/sizes.ts --json    the same as JSON
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { parseSync } from 'oxc-parser';

export interface Size {
  readonly name: string;
  readonly bytes: number;
  /** The intended limit in bytes; absent for sizes that are only shown. */
  readonly bar?: number;
  readonly files: readonly string[];
}

/** The import map of a page: bare names, and their paths in `dist/`. */
type Names = ReadonlyMap<string, string>;
interface Imports {
  readonly now: readonly string[];
  readonly later: readonly string[];
  readonly workers: readonly string[];
}

const KILOBYTE = 1000;
const BARS = {
  shell: 32 * KILOBYTE,
  heartbeat: 29 * KILOBYTE,
  /** The gallery without the widgets, which are counted by themselves. */
  gallery: 15 * KILOBYTE,
  widget: 19 * KILOBYTE,
  /** <hw-heartbeat>, which contains five others. */
  wholeHeartbeat: 25 * KILOBYTE,
  /** <hw-chat> once it is seen (docs/decisions/0040-relay-feed-and-chat-elsewhere.md). */
  chat: 40 * KILOBYTE,
  world: 230 * KILOBYTE,
  /** Not in the specification: it keeps what arrives after the first picture from growing unnoticed. */
  afterwards: 100 * KILOBYTE,
};

/** The import specifiers of a script. */
export function importsIn(code: string): Imports {
  const { staticImports, staticExports, dynamicImports } = parseSync('script.js', code).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
  ];
  const expressions = dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start, end));
  const workers = code.matchAll(/new URL\(\s*["'`]([^"'`]+\.js)["'`],\s*import\.meta\.url\s*\)/g);
  return {
    now: [...new Set(specifiers.filter((specifier) => specifier !== undefined))],
    later: expressions.flatMap((expression) => /^(["'`])(.*)\1$/.exec(expression)?.[2] ?? []),
    workers: [...workers].map(([, path = '']) => `./${path.replace(/^\.\//, '')}`),
  };
}

class Site {
  readonly #dist: string;
  readonly #imports = new Map<string, Imports>();

  constructor(dist: string) {
    this.#dist = dist;
  }

  async page(name: string): Promise<{ scripts: string[]; names: Names }> {
    const html = await readFile(join(this.#dist, name), 'utf8');
    const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, src = '']) => join(src));
    const [, map = '{}'] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html) ?? [];
    const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> };
    return { scripts, names: new Map(Object.entries(imports).map(([from, to]) => [from, join(to)])) };
  }

  async brotli(path: string): Promise<number> {
    const bytes = await readFile(join(this.#dist, path));
    return brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }).length;
  }

  async importsOf(path: string): Promise<Imports> {
    const known = this.#imports.get(path);
    if (known) return known;
    const found = importsIn(await readFile(join(this.#dist, path), 'utf8'));
    this.#imports.set(path, found);
    return found;
  }

  #resolve(from: string, specifier: string, names: Names): string | undefined {
    if (specifier.startsWith('.')) return join(dirname(from), specifier);
    if (specifier.startsWith('/')) return specifier.slice(1);
    const exact = names.get(specifier);
    if (exact !== undefined) return exact;
    const prefix = [...names.keys()].find((name) => name.endsWith('/') && specifier.startsWith(name));
    return prefix === undefined ? undefined : join(names.get(prefix) ?? '', specifier.slice(prefix.length));
  }

  /** These scripts and all their static imports. */
  async closure(entries: readonly string[], names: Names): Promise<Set<string>> {
    const seen = new Set<string>();
    const queue = [...entries];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const specifier of (await this.importsOf(path)).now) {
        const target = this.#resolve(path, specifier, names);
        if (target === undefined) throw new Error(`dist/${path} imports ${specifier}, which nothing maps`);
        queue.push(target);
      }
    }
    return seen;
  }

  /** What these scripts import dynamically, and the workers they start. */
  async later(paths: Iterable<string>, names: Names): Promise<{ chunks: string[]; workers: string[] }> {
    const chunks = new Set<string>();
    const workers = new Set<string>();
    for (const path of paths) {
      const imports = await this.importsOf(path);
      for (const specifier of imports.later) {
        const target = this.#resolve(path, specifier, names);
        if (target !== undefined) chunks.add(target);
      }
      for (const specifier of imports.workers) workers.add(join(dirname(path), specifier));
    }
    return { chunks: [...chunks], workers: [...workers] };
  }

  /**
   * These scripts and everything they import, statically or dynamically, except what is loaded
   * `already` and dynamic imports that are not `wanted`.
   */
  async everything(
    entries: readonly string[],
    names: Names,
    already: ReadonlySet<string> = new Set(),
    wanted: (path: string) => boolean = () => true,
  ): Promise<Set<string>> {
    let all = await this.closure(entries, names);
    for (;;) {
      all = without(all, already);
      const chunks = (await this.later(all, names)).chunks.filter(wanted);
      if (chunks.every((chunk) => all.has(chunk) || already.has(chunk))) return all;
      all = await this.closure([...all, ...chunks], names);
    }
  }

  async size(name: string, files: Iterable<string>, bar?: number): Promise<Size> {
    const list = [...files].sort();
    const bytes = (await Promise.all(list.map((path) => this.brotli(path)))).reduce(
      (sum, one) => sum + one,
      0,
    );
    return { name, bytes, files: list, ...(bar === undefined ? {} : { bar }) };
  }
}

/**
 * `world/deferred-modules.ts` is loaded after the first frame
 * (docs/decisions/0013-one-view-at-a-time.md).
 */
const isForFirstFrame = (path: string): boolean => !/(?:^|\/)deferred-modules-[^/]*\.js$/.test(path);

const NO_NAMES: Names = new Map();

const without = (from: Iterable<string>, ...others: readonly ReadonlySet<string>[]): Set<string> =>
  new Set([...from].filter((path) => others.every((other) => !other.has(path))));

/** All sizes of the table. */
export async function sizesOf(dist: string): Promise<Size[]> {
  const site = new Site(dist);
  const index = await site.page('index.html');
  const shell = await site.closure(index.scripts, index.names);
  const { chunks } = await site.later(shell, index.names);
  const three = index.names.get('three') ?? '';
  const world = new Set<string>();
  const afterwards = new Set<string>();
  const onDemand = new Set<string>();
  for (const chunk of chunks) {
    const all = await site.everything([chunk], index.names, shell);
    const first = await site.everything([chunk], index.names, shell, isForFirstFrame);
    for (const path of all) (!all.has(three) ? onDemand : first.has(path) ? world : afterwards).add(path);
  }
  const { workers } = await site.later([...shell, ...world, ...afterwards, ...onDemand], index.names);
  const heartbeat = await site.page('heartbeat.html');
  const heartbeatScripts = await site.everything(heartbeat.scripts, heartbeat.names);
  const gallery = await site.page('widgets.html');
  const galleryScripts = await site.closure(gallery.scripts, gallery.names);
  const embed = await site.closure(['embed.js'], NO_NAMES);
  const { chunks: widgetChunks } = await site.later(embed, NO_NAMES);
  const widgets = await Promise.all(
    widgetChunks.map(async (chunk) => {
      const files = without(await site.closure([chunk], NO_NAMES), embed);
      const isWhole = widgetChunks.some((other) => other !== chunk && files.has(other));
      return { isWhole, ...(await site.size('', files)) };
    }),
  );
  /** What a page loads for the largest of these widgets. */
  const largest = (whole: boolean): string[] => {
    const sorted = widgets.filter(({ isWhole }) => isWhole === whole).sort((a, b) => b.bytes - a.bytes);
    return [...embed, ...(sorted[0]?.files ?? [])];
  };
  // What a widget loads later: the conversation of the chat. The formatter comes with the first answer.
  const { chunks: conversation } = await site.later(
    widgets.flatMap(({ files }) => files),
    NO_NAMES,
  );
  const chat = await site.closure(
    [...embed, ...widgetChunks.filter((path) => /(?:^|\/)chat-[^/]*\.js$/.test(path)), ...conversation],
    NO_NAMES,
  );
  return [
    await site.size('shell, before it is interactive', shell, BARS.shell),
    await site.size('world on top, three included', without(world, shell), BARS.world),
    await site.size('world, after its first picture', without(afterwards, shell, world), BARS.afterwards),
    await site.size('heartbeat page in all', ['heartbeat.html', ...heartbeatScripts], BARS.heartbeat),
    await site.size(
      'gallery, without its widgets',
      ['widgets.html', ...without(galleryScripts, embed)],
      BARS.gallery,
    ),
    await site.size('one widget, the largest', largest(false), BARS.widget),
    await site.size('the widget of the whole heartbeat', largest(true), BARS.wholeHeartbeat),
    ...(conversation.length > 0 ? [await site.size('the chat in another page, seen', chat, BARS.chat)] : []),
    await site.size('on demand, outside the world', without(onDemand, shell, world)),
    await site.size('workers', workers),
  ];
}

/** Whether a size fails the check. */
export const isOver = ({ bytes, bar }: Size): boolean => bar !== undefined && bytes > bar;

const resultOf = (size: Size): string => (size.bar === undefined ? '' : isOver(size) ? 'over' : 'ok');

export function sizesTable(sizes: readonly Size[]): string {
  const kB = (bytes: number): string => (bytes / KILOBYTE).toFixed(1).padStart(7);
  const rows = sizes.map((size) => {
    const bar = size.bar === undefined ? '      –' : kB(size.bar);
    return `${size.name.padEnd(34)}${kB(size.bytes)} kB ${bar} kB  ${resultOf(size)}`.trimEnd();
  });
  return [`${'brotli'.padEnd(34)}  value       bar`, ...rows].join('\n');
}

if (import.meta.main) {
  const sizes = await sizesOf(join(resolve(import.meta.dirname, '..'), 'dist'));
  if (process.argv[2] === '--json') console.log(JSON.stringify(sizes));
  else console.log(sizesTable(sizes));
  for (const size of sizes.filter(isOver))
    console.error(`${size.name}: ${size.bytes} bytes, at most ${size.bar ?? 0}: ${size.files.join(', ')}`);
  process.exitCode = sizes.some(isOver) ? 1 : 0;
}
