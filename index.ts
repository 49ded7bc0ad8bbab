import { debugHandle } from './components/shell/debug-handle.ts';
import './components/shell/home.ts';
import { openWorld, preloadThree } from './components/shell/open-world.ts';
import { parseArrival } from './data/arrival.ts';
import { browserEnvironment } from './data/environment.ts';
import { loadConfig } from './data/load-config.ts';
import { createState } from './data/state.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

const base = new URL('./', document.baseURI).href;
const home = document.querySelector('hw-home');
const canvas = document.querySelector('canvas');
if (!home || !canvas) throw new Error('index.html holds no <hw-home> with a canvas');

// The readings' code comes while the configuration is on its way; the shell needs it neither to paint nor to answer.
const dataRoom = import('./data/home.ts');
const { config, problems } = await loadConfig(base, fetch);
const state = createState(config, { base, problems });
state.arrival.set(parseArrival(location.search));
state.debug.set(new URLSearchParams(location.search).has('debug'));
document.title = config.appName;

const ticker = new Ticker({ onFailure: (name, error) => console.error(`${name} is switched off:`, error) });
home.state = state;
home.stats = () => ticker.stats();

let scene: object | undefined;
const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
const handle = debugHandle(() => ({ state, scene, ticker, modules: ticker.stats().modules, version }));
ticker.add('debug-handle', handle, 'data', undefined, state, theme);
ticker.start();

const { homeDataModules } = await dataRoom;
for (const [name, module] of homeDataModules(state, browserEnvironment(window)))
  ticker.add(name, module, 'data', undefined, state, theme);

await openWorld(state, async () => {
  preloadThree();
  const { startWorld } = await import('./world/world.ts');
  scene = (await startWorld({ canvas, state, ticker, theme }))?.scene;
});
