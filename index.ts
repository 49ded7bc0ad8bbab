import { debugHandle } from './components/app/debug-handle.ts';
import './components/app/home.ts';
import { openWorld, preloadWorld } from './components/app/world-loader.ts';
import { browserEnvironment } from './data/core/environment.ts';
import { loadPart } from './data/core/load-part.ts';
import { parseConfig } from './data/config/parse-config.ts';
import { loadConfig } from './data/config/load-config.ts';
import { createState } from './data/state.ts';
import { beginAt } from './data/view/view-state.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

const environment = browserEnvironment(window);
const base = new URL('./', document.baseURI).href;
const home = document.querySelector('hw-home');
const canvas = document.querySelector('canvas');
if (!home || !canvas) throw new Error('index.html holds no <hw-home> with a canvas');

const worldFile = () => import('./world/world.ts');
const graphics = preloadWorld(() => {
  // A failure is reported where the world is started, below.
  worldFile()
    .then(({ fetchWorld }) => fetchWorld())
    .catch(() => undefined);
});

// The data modules are loaded in parallel with the configuration. The shell needs them neither to paint nor
// to respond.
const loadDataModules = () => import('./data/apps/page.ts');
const dataModules = loadDataModules();
// A failure is reported below, where there is a state to show it in.
dataModules.catch(() => undefined);
const { config, problems } = await loadConfig(base, environment.fetch, parseConfig);
const state = createState(config, { base, problems });
state.world.painted.set(home.querySelector('.paint') !== null);
beginAt(state, location.pathname);
state.panels.debug.set(new URLSearchParams(location.search).has('debug'));
document.title = config.appName;

const ticker = new Ticker({ onFailure: (name, error) => console.error(`${name} is switched off:`, error) });
home.state = state;
home.stats = () => ticker.stats();

let scene: object | undefined;
const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
const handle = debugHandle(() => ({
  state,
  ticker,
  version,
  // This is a getter, because the world is created after the handle.
  get scene() {
    return scene;
  },
  get modules() {
    return ticker.stats().modules;
  },
}));
ticker.add('debug-handle', handle, 'data', undefined, state, theme);
ticker.start();

// Readings and world do not depend on each other: if one cannot be loaded, the other still works.
const living = loadPart(state, 'The readings', () => dataModules.catch(loadDataModules)).then(
  ({ pageDataModules, parseArrival }) => {
    state.arrival.set(parseArrival(location.search));
    for (const [name, module] of pageDataModules(state, environment, import.meta.url))
      ticker.add(name, module, 'data', undefined, state, theme);
  },
);

const opening = openWorld(state, graphics, async (graphics) => {
  // Waits for the data modules, so that the first picture is drawn with the visitor's settings.
  const [{ startWorld }] = await Promise.all([
    loadPart(state, 'The 3D world', worldFile),
    living.catch(() => undefined),
  ]);
  scene = (await startWorld({ canvas, state, ticker, theme, ...graphics }))?.scene;
});
await Promise.all([living, opening]);
// Without a picture, third-party modules still appear in the home as text.
if (state.world.status.get().phase === 'unavailable' && config.modules.length > 0) {
  const load = () => import('./world/text-plugins.ts');
  (await loadPart(state, 'Modules', load)).loadTextPlugins(state, ticker, theme);
}
