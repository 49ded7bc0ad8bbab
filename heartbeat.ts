/** The heartbeat page: its home's readings, updated once a second by the ticker. */
import './components/widgets/heartbeat.ts';
import './components/widgets/home-name.ts';
import { HomeElement } from './components/widgets/home-element.ts';
import { createHomeConnector } from './data/apps/widgets.ts';
import { createVersionWatch } from './data/core/version-watch.ts';
import { requestEnvironment } from './data/core/environment.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

const environment = requestEnvironment(window);
const monotonicNow = (): number => performance.now();
const ticker = new Ticker({ interval: 1 });

HomeElement.connector = createHomeConnector({
  environment,
  loop: {
    add: (name, module, state) => ticker.add(name, module, 'data', undefined, state, theme),
    remove: (name) => ticker.remove(name),
    start: () => ticker.start(),
    stop: () => ticker.stop(),
  },
  own: new URL('.', document.baseURI).href,
  also(base) {
    const watch = createVersionWatch({ ...environment, monotonicNow, base }, () => location.reload());
    // This page has no bridge whose return would tell that the server was restarted.
    return [['version', { ...watch, init: () => watch.init(undefined, {}) }]];
  },
});
