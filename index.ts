import { debugHandle } from './components/app/debug-handle.ts';
import './components/app/home.ts';
import { preloadWorld, openWorld, preloadThree } from './components/app/world-loader.ts';
import { parseArrival } from './data/travel/arrival.ts';
import { browserEnvironment } from './data/core/environment.ts';
import { loadPart } from './data/core/load-part.ts';
import { loadConfig } from './data/config/load-config.ts';
import { createState } from './data/state.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

const environment = browserEnvironment(window);
const base = new URL('./', document.baseURI).href;
const home = document.querySelector('hw-home');
const canvas = document.querySelector('canvas');
if (!home || !canvas) throw new Error('index.html holds no <hw-home> with a canvas');

const worldFile = () => import('./world/world.ts');
const graphics = preloadWorld(() => {
  preloadThree();
  // Whoever starts the world hears of what fails.
  worldFile()
    .then(({ fetchWorld }) => fetchWorld())
    .catch(() => undefined);
});

// The readings' code comes while the configuration is on its way; the shell needs it neither to paint nor to answer.
const loadDataModules = () =>
  Promise.all([import('./data/apps/page.ts'), import('./data/apps/page-deferred.ts')]);
const dataModules = loadDataModules();
// Heard below, where there is a state to say it in.
dataModules.catch(() => undefined);
const { config, problems } = await loadConfig(base, environment.fetch);
const state = createState(config, { base, problems });
state.arrival.set(parseArrival(location.search));
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
  // Asked when read: the world comes after the handle.
  get scene() {
    return scene;
  },
  get modules() {
    return ticker.stats().modules;
  },
}));
ticker.add('debug-handle', handle, 'data', undefined, state, theme);
ticker.start();

// Independent of the world: each goes on where the other cannot be had.
const living = loadPart(state, 'The readings', () => dataModules.catch(loadDataModules)).then(
  ([home, live]) => {
    for (const modules of [home.pageDataModules, live.deferredDataModules])
      for (const [name, module] of modules(state, environment))
        ticker.add(name, module, 'data', undefined, state, theme);
  },
);

const opening = openWorld(state, graphics, async (renderer) => {
  // The first picture is that of the visitor's own settings.
  const [{ startWorld }] = await Promise.all([
    loadPart(state, 'The 3D world', worldFile),
    living.catch(() => undefined),
  ]);
  scene = (await startWorld({ canvas, state, ticker, theme, renderer }))?.scene;
});
await Promise.all([living, opening]);
// Modules of others say in the home as text what they would show.
if (state.world.status.get().phase === 'unavailable' && config.modules.length > 0) {
  const load = () => import('./world/text-plugins.ts');
  (await loadPart(state, 'Modules', load)).loadTextPlugins(state, ticker, theme);
}
