/**
 * The rooms of the repository: what each may import, and which browser globals it may not name.
 * `oxlint.config.ts` makes the lint configuration from this table, and the rule `home/rooms`
 * (`ci/lint/rooms.ts`) looks up every import in it. Paths are globs, from the root of the repository.
 */
import type { DummyRuleMap } from 'oxlint';

/** The kinds of packages; a package is of the first kind whose pattern matches its name. */
export const packages = {
  lit: {
    pattern: /^(?:lit|lit-html|lit-element|@lit|@lit-labs)(?:\/|$)/,
    message: 'lit belongs to components/.',
  },
  three: { pattern: /^three(?:\/|$)/, message: 'three belongs to world/.' },
  node: {
    pattern:
      /^(?:node:|(?:fs|path|os|http|https|crypto|url|stream|child_process|events|buffer|util|worker_threads)(?:\/|$))/,
    message: "Node's own modules belong to harness/, ci/ and test/.",
  },
  server: { pattern: /^(?:fastify|@fastify\/.*|ws)$/, message: "The server's packages belong to harness/." },
  other: { pattern: /^/, message: 'theme/ imports nothing.' },
} as const;

const DOM =
  'document HTMLElement Element Node Image Audio DOMParser MutationObserver ResizeObserver ' +
  'IntersectionObserver customElements getComputedStyle matchMedia alert confirm prompt';

export const globals = {
  loop: {
    names: 'requestAnimationFrame cancelAnimationFrame',
    message: 'The one loop is world/core/ticker.ts: add a module to it.',
  },
  network: {
    names: 'fetch WebSocket EventSource XMLHttpRequest WebTransport',
    message: "The browser's network calls are made in data/ only.",
  },
  media: {
    names: 'Audio',
    message: 'A media element is a network call: world/audio/ambient-file.ts has the only one.',
  },
  domInTheme: { names: DOM, message: 'theme/ is data: no DOM.' },
  domInData: {
    names: DOM,
    message: 'data/ also runs under Node: no DOM here beyond fetch, WebSocket, storage and window events.',
  },
} as const;

interface Room {
  readonly files: readonly string[];
  /** The files of the repository that it may import. Where this is missing, it may import all of them. */
  readonly imports?: readonly string[];
  /** The files of which it may import types only. */
  readonly types?: readonly string[];
  /** The kinds of packages that it may import. Where this is missing, it may import all of them. */
  readonly packages?: readonly (keyof typeof packages)[];
  /** The globals that it may not name. Where this is missing, those of the rows above hold. */
  readonly globals?: readonly (keyof typeof globals)[];
  /** Lint rules that are on, off or set differently here. */
  readonly rules?: DummyRuleMap;
}

const ENTRIES = ['index.ts', 'heartbeat.ts', 'embed.ts'];

/** A later row adds to the rows above it, as in any lint configuration. */
export const rooms: readonly Room[] = [
  { files: ['**'], globals: ['loop'] },
  {
    files: ENTRIES,
    imports: [...ENTRIES, 'theme/**', 'data/**', 'components/**', 'world/**'],
    packages: ['other'],
    rules: { 'home/no-network-call': 'error' },
  },
  {
    files: ['theme/**'],
    imports: ['theme/**'],
    packages: [],
    globals: ['loop', 'network', 'domInTheme'],
    rules: { 'home/no-colour-literals': 'off' },
  },
  {
    files: ['data/**'],
    imports: ['data/**'],
    types: ['theme/**'],
    packages: ['other'],
    globals: ['loop', 'domInData'],
  },
  {
    files: ['components/**'],
    imports: ['components/**', 'data/**', 'theme/**'],
    packages: ['lit', 'other'],
    globals: ['loop', 'network'],
  },
  {
    files: ['world/**'],
    imports: ['world/**', 'data/**', 'theme/**'],
    packages: ['three', 'other'],
    globals: ['loop', 'network', 'media'],
  },
  { files: ['world/core/ticker.ts'], globals: ['network', 'media'] },
  {
    files: ['harness/**'],
    imports: ['harness/**', 'data/**', 'theme/**'],
    packages: ['node', 'server', 'other'],
  },
  { files: ['ci/**'], globals: [] },
  {
    files: ['test/**'],
    globals: [],
    rules: {
      'home/await-accessible': 'error',
      'home/no-colour-literals': 'off',
      'home/no-index-casts': 'off',
      'home/no-other-loop': 'off',
      'no-script-url': 'off',
      'no-unused-expressions': 'off',
      'typescript/no-non-null-assertion': 'off',
      'typescript/no-unnecessary-type-assertion': 'off',
    },
  },
];

interface Group {
  readonly files: string;
  /** What it may not import. Files of its own folder are never meant. */
  readonly never: readonly string[];
  readonly except?: readonly string[];
  /** Says what to do instead. */
  readonly message: string;
}

/** The folders inside the rooms: what one may not import of the others. */
export const groups: readonly Group[] = [
  {
    files: 'data/core/**',
    never: ['data/*/**'],
    message:
      'data/core/ imports no other folder of data/: take the value as a parameter, or move the shared part here.',
  },
  {
    files: 'data/readings/sources/**',
    never: ['data/state.ts', 'data/config/settings/**'],
    message:
      'A source knows neither State nor the settings: take the value as a parameter, passed by data/apps/.',
  },
  {
    files: 'components/shared/**',
    never: ['components/*/**'],
    message:
      'components/shared/ imports no other folder of components/: take it as a property, or move the shared part here.',
  },
  {
    files: 'components/widgets/**',
    never: ['components/app/**', 'components/modes/**', 'components/panels/**'],
    message: 'A widget runs on pages without the home: move the shared part to components/shared/.',
  },
  {
    files: 'world/core/**',
    never: ['world/*/**'],
    message:
      'world/core/ imports no other folder of world/: take the value as a parameter, or move the shared part to world/core/.',
  },
  {
    files: 'world/utils/**',
    never: ['world/*/**'],
    except: ['world/core/**'],
    message: 'world/utils/ imports only world/core/ of the folders of world/: take the value as a parameter.',
  },
  {
    files: 'world/audio/**',
    never: ['world/*/**'],
    except: ['world/core/**', 'world/utils/**'],
    message: 'world/audio/ hears signals only: set a signal of data/ in the other group and read it here.',
  },
  {
    files: 'world/terrain/**',
    never: ['world/portals/**'],
    message:
      'world/terrain/ knows no portal: read the signals of data/, or move the shared part to world/utils/.',
  },
  {
    files: 'world/*/**',
    never: ['world/effects/**'],
    message:
      'Effects publish signals: read the signal, or move the shared part to world/core/ or world/utils/.',
  },
];
