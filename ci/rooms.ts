/**
 * The rooms of the repository: what each may import, which browser globals it may not name, and the layers
 * inside it. `oxlint.config.ts` makes the lint configuration from this table, and the rule `home/rooms`
 * (`ci/lint/rooms.ts`) looks up every import in it. Paths are globs, from the root of the repository.
 */
import type { DummyRuleMap } from 'oxlint';

/** The kinds of packages. A package is of the first kind whose pattern matches its name. */
export const packages = {
  /** Signals need no browser. The other exports of the package are forbidden (`oxlint.config.ts`). */
  signals: { pattern: /^@lit-labs\/signals$/, message: 'theme/ and the entry scripts hold no signals.' },
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
    names: 'Audio Image',
    message: 'A media element is a network call: data/ makes it, or a template has it.',
  },
  domInTheme: { names: DOM, message: 'theme/ is data: no DOM.' },
  domInData: {
    names: DOM,
    message: 'data/ also runs under Node: no DOM here beyond fetch, WebSocket, storage and window events.',
  },
} as const;

interface Room {
  readonly files: readonly string[];
  /** The files of the repository that the room may import; if absent, all files. */
  readonly imports?: readonly string[];
  /** The files of which it may import types only. */
  readonly types?: readonly string[];
  /** The kinds of packages that the room may import; if absent, all kinds. */
  readonly packages?: readonly (keyof typeof packages)[];
  /** The globals that the room may not name; if absent, those of the rows above. */
  readonly globals?: readonly (keyof typeof globals)[];
  /** Lint rules that are on, off or set differently in the room. */
  readonly rules?: DummyRuleMap;
}

const ENTRIES = ['index.ts', 'heartbeat.ts', 'door.ts', 'widgets.ts', 'embed.ts', 'link.ts', 'sw.ts'];

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
    packages: ['signals', 'other'],
    globals: ['loop', 'domInData'],
  },
  {
    files: ['components/**'],
    imports: ['components/**', 'data/**', 'theme/**'],
    packages: ['signals', 'lit', 'other'],
    globals: ['loop', 'network', 'media'],
  },
  {
    files: ['world/**'],
    imports: ['world/**', 'data/**', 'theme/**'],
    packages: ['signals', 'three', 'other'],
    globals: ['loop', 'network', 'media'],
  },
  { files: ['world/core/ticker.ts'], globals: ['network', 'media'] },
  {
    files: ['harness/**'],
    imports: ['harness/**', 'data/**', 'theme/**'],
    packages: ['signals', 'node', 'server', 'other'],
  },
  { files: ['ci/**'], globals: [] },
  {
    files: ['test/**'],
    globals: [],
    rules: {
      'home/await-accessible': 'error',
      'home/no-colour-literals': 'off',
      'home/no-index-casts': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-properties': 'off',
      'no-script-url': 'off',
      'no-unused-expressions': 'off',
      'typescript/no-non-null-assertion': 'off',
      'typescript/no-unnecessary-type-assertion': 'off',
    },
  },
];

/**
 * The folders and files inside a room, lowest layer first. A file imports from lower layers and from its own
 * group only, not from the other groups of its layer. A group is a folder of the room, one file of it, or
 * `*.ts`: the files directly in the room. If two groups match a file (`readings`, `readings/sources`), the
 * file belongs to the group with the longer name.
 */
export const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  data: [
    ['core'],
    // Definitions that all higher layers use: places, the rule for addresses, levels, schemas.
    ['readings/schemas', 'travel/destination.ts', 'view/viewpoint.ts'],
    ['world-state.ts'],
    ['config'],
    ['readings', 'owner', 'painted'],
    // Below the settings and the state: a source gets all values that it needs as parameters.
    ['readings/sources'],
    ['readings/poller.ts', 'config/settings'],
    ['offline', 'asks'],
    ['push', 'letters', 'usage'],
    ['changes', 'day'],
    ['view'],
    ['derived.ts'],
    ['travel', 'time-lapse', 'photo', 'relay', 'games', 'presence'],
    ['chat', 'speech'],
    ['since'],
    // Reads and sets the state of all lower layers.
    ['view/url-sync.ts'],
    ['state.ts'],
    ['apps'],
  ],
  world: [
    ['core'],
    ['utils'],
    // Sound only reads signals, and terrain does not depend on portals.
    ['audio', 'terrain', 'input'],
    ['interaction'],
    ['panels'],
    ['portals', 'narrative'],
    ['player'],
    ['camera'],
    ['capture'],
    // Effects publish signals, which lower layers read.
    ['effects'],
    ['*.ts'],
  ],
  components: [
    ['shared'],
    ['chat', 'feed', 'film', 'hud', 'modes', 'panels', 'notices', 'painted', 'widgets', 'gallery', 'door'],
    ['app'],
  ],
  harness: [
    ['core'],
    // The values of config.json and the flags, and the requests to a model.
    ['config', 'model'],
    // Separate programs that import nothing from the layers above: a player talks to the home over the
    // bridge.
    ['games'],
    ['games/x11'],
    ['games/mcp', 'games/play'],
    ['commands/games'],
    ['bus', 'outbound'],
    ['store', 'registry'],
    ['store/jetstream', 'history', 'agent-sessions', 'keys', 'resident'],
    ['asks', 'usage', 'resident/answers', 'resident/room'],
    ['resident/model', 'letters', 'changes', 'day'],
    ['bridge/sockets', 'bridge/cluster', 'backup'],
    ['bridge/conversation', 'bridge/players', 'bridge/plays'],
    ['bridge'],
    // Above the bridge, because the bridge's token protects HTTP addresses too.
    ['http'],
    ['mcp', 'observability', 'push'],
    ['gateway/code-host', 'gateway/plays'],
    ['gateway/cluster', 'gateway/hooks', 'gateway/status'],
    ['gateway/badges'],
    ['gateway/syndication'],
    ['gateway/pages'],
    ['gateway'],
    ['demo', 'doctor'],
    // Combines the parts of a server.
    ['server'],
    ['commands'],
    // The command line.
    ['*.ts'],
  ],
};
