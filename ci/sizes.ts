/**
 * How many brotli bytes a visitor downloads, with the limits. Follows the imports in `dist/`, as a
 * browser does.
 *
 *   node ci/sizes.ts           a table; fails if a size exceeds its limit
 *   node ci/sizes.ts --json    the same as JSON
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { parseSync } from 'oxc-parser';

export interface Size {
  readonly name: string;
  readonly bytes: number;
  /** The limit in bytes; absent for sizes that are only shown. */
  readonly bar?: number;
  readonly files: readonly string[];
}

interface Imports {
  readonly now: readonly string[];
  readonly later: readonly string[];
  readonly workers: readonly string[];
}

const KILOBYTE = 1000;
/** Most leave about 5 % of room (docs/decisions/0081-limits-with-room.md). */
const BARS = {
  shell: 32 * KILOBYTE,
  /**
   * Until the readings are shown: without the open work, which is loaded then, the sessions, which few homes have,
   * and the choice of incidents, which is loaded when a visitor opens it.
   */
  heartbeat: 34 * KILOBYTE,
  /**
   * The page /door until a diff, changes, the letters, the usage or what has happened is shown, with the file of
   * passkeys.
   */
  door: 37 * KILOBYTE,
  /** The gallery without the widgets, which are counted by themselves. */
  gallery: 15 * KILOBYTE,
  widget: 22 * KILOBYTE,
  /** <hw-heartbeat>, which contains seven other widgets (docs/decisions/0059-agent-sessions.md). */
  wholeHeartbeat: 30 * KILOBYTE,
  /** <hw-chat> once it has been in view (docs/decisions/0040-relay-feed-and-chat-elsewhere.md). */
  chat: 46 * KILOBYTE,
  serviceWorker: 8 * KILOBYTE,
  world: 230 * KILOBYTE,
  /**
   * Not in the specification: this limit detects an unnoticed growth of the files that are loaded after the
   * first picture.
   */
  afterwards: 110 * KILOBYTE,
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

/** The files of `dist/`, by their paths in it. */
class Site {
  readonly #dist: string;
  /** The import map of the page of the world: bare names, and their paths. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #imports = new Map<string, Imports>();

  constructor(dist: string) {
    this.#dist = dist;
    const [, map = '{}'] =
      /<script type="importmap">([\s\S]*?)<\/script>/.exec(this.#text('index.html')) ?? [];
    const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> };
    this.#names = new Map(Object.entries(imports).map(([from, to]) => [from, join(to)]));
  }

  #text(path: string): string {
    return readFileSync(join(this.#dist, path), 'utf8');
  }

  get three(): string {
    return this.#names.get('three') ?? '';
  }

  /** The scripts that a page names. */
  scripts(page: string): string[] {
    return [...this.#text(page).matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, src = '']) => join(src));
  }

  /** The path of a specifier; undefined for a bare name that is not in the import map. */
  #resolve(from: string, specifier: string): string | undefined {
    if (specifier.startsWith('.')) return join(dirname(from), specifier);
    if (specifier.startsWith('/')) return specifier.slice(1);
    return this.#names.get(specifier);
  }

  /** What a script imports, as paths. */
  #importsOf(path: string): Imports {
    const known = this.#imports.get(path);
    if (known) return known;
    const { now, later, workers } = importsIn(this.#text(path));
    const resolved = (specifiers: readonly string[]): string[] =>
      specifiers.map((specifier) => this.#resolve(path, specifier)).filter((to) => to !== undefined);
    const found = {
      now: now.map((specifier) => {
        const to = this.#resolve(path, specifier);
        if (to === undefined) throw new Error(`dist/${path} imports ${specifier}, which nothing maps`);
        return to;
      }),
      later: resolved(later),
      workers: resolved(workers),
    };
    this.#imports.set(path, found);
    return found;
  }

  /**
   * Returns these scripts and all that they import, without the files that are loaded `already`. `follow`
   * selects dynamic imports.
   */
  reach(
    entries: Iterable<string>,
    already: ReadonlySet<string> = new Set(),
    follow: (path: string) => boolean = () => false,
  ): Set<string> {
    const found = new Set<string>();
    const queue = [...entries];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (already.has(path) || found.has(path)) continue;
      found.add(path);
      const { now, later } = this.#importsOf(path);
      queue.push(...now, ...later.filter(follow));
    }
    return found;
  }

  /** The scripts that these scripts import dynamically, or the workers that they start. */
  named(kind: 'later' | 'workers', paths: Iterable<string>): Set<string> {
    return new Set([...paths].flatMap((path) => this.#importsOf(path)[kind]));
  }

  size(name: string, files: Iterable<string>, bar?: number): Size {
    const list = [...new Set(files)].sort();
    const bytes = list.reduce((sum, path) => sum + brotliBytes(readFileSync(join(this.#dist, path))), 0);
    return { name, bytes, files: list, ...(bar !== undefined && { bar }) };
  }
}

const brotliBytes = (bytes: Buffer): number =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;

/**
 * Whether a file is loaded before the first frame. Only `world/deferred-modules.ts` is loaded after it
 * (docs/decisions/0013-one-view-at-a-time.md).
 */
const isForFirstFrame = (path: string): boolean => !/(?:^|\/)deferred-modules-[^/]*\.js$/.test(path);

/** All sizes of the table. */
export function sizesOf(dist: string): Size[] {
  const site = new Site(dist);
  const shell = site.reach(site.scripts('index.html'));
  const [world, afterwards, onDemand] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const chunk of site.named('later', shell)) {
    const all = site.reach([chunk], shell, () => true);
    const first = site.reach([chunk], shell, isForFirstFrame);
    for (const path of all)
      (!all.has(site.three) ? onDemand : first.has(path) ? world : afterwards).add(path);
  }
  const isNotWorld = (path: string): boolean => !world.has(path);
  const isForHeartbeat = (path: string): boolean =>
    !/(?:^|\/)(?:incident-notices|open-work|register|team|device-looking)-[^/]*\.js$/.test(path);
  const heartbeat = site.reach(site.scripts('heartbeat.html'), undefined, isForHeartbeat);
  const isForDoor = (path: string): boolean =>
    !/(?:^|\/)door-(?:changes|diff|letters|since|usage)-[^/]*\.js$/.test(path);
  const door = site.reach(site.scripts('door.html'), undefined, isForDoor);
  const embed = site.reach(['embed.js']);
  const gallery = site.reach(site.scripts('widgets.html'), embed);
  const chunks = [...site.named('later', embed)];
  const widgets = chunks.map((chunk) => {
    const files = site.reach([chunk], embed);
    return { isWhole: chunks.some((other) => other !== chunk && files.has(other)), ...site.size('', files) };
  });
  /**
   * Returns what a page loads for the largest widget: of those that contain other widgets if `whole` is true,
   * otherwise of the others.
   */
  const largest = (whole: boolean): string[] => {
    const sorted = widgets.filter(({ isWhole }) => isWhole === whole).sort((a, b) => b.bytes - a.bytes);
    return [...embed, ...(sorted[0]?.files ?? [])];
  };
  // The files that widgets load later: the conversation of the chat. Its formatter does not count, because it
  // is loaded with the first answer.
  const later = site.named(
    'later',
    widgets.flatMap(({ files }) => files),
  );
  const chat = site.reach([
    ...embed,
    ...chunks.filter((path) => /(?:^|\/)chat-[^/]*\.js$/.test(path)),
    ...later,
  ]);
  return [
    site.size('shell, before it is interactive', shell, BARS.shell),
    site.size('world on top, three included', world, BARS.world),
    site.size('world, after its first picture', [...afterwards].filter(isNotWorld), BARS.afterwards),
    site.size('heartbeat page with its readings', ['heartbeat.html', ...heartbeat], BARS.heartbeat),
    site.size('door, without what opens later', ['door.html', ...door], BARS.door),
    site.size('gallery, without its widgets', ['widgets.html', ...gallery], BARS.gallery),
    site.size('one widget, the largest', largest(false), BARS.widget),
    site.size('the widget of the whole heartbeat', largest(true), BARS.wholeHeartbeat),
    ...(later.size > 0 ? [site.size('the chat in another page, seen', chat, BARS.chat)] : []),
    site.size('on demand, outside the world', [...onDemand].filter(isNotWorld)),
    site.size('service worker', ['sw.js'], BARS.serviceWorker),
    site.size('workers', site.named('workers', [...shell, ...world, ...afterwards, ...onDemand])),
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
  const sizes = sizesOf(join(resolve(import.meta.dirname, '..'), 'dist'));
  if (process.argv[2] === '--json') console.log(JSON.stringify(sizes));
  else console.log(sizesTable(sizes));
  for (const size of sizes.filter(isOver))
    console.error(`${size.name}: ${size.bytes} bytes, at most ${size.bar ?? 0}: ${size.files.join(', ')}`);
  process.exitCode = sizes.some(isOver) ? 1 : 0;
}
