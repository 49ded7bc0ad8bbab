/** The status page's orchestrator: the heartbeat of the home it is served by, on the one ticker, once a second. */
import './components/heartbeat/heartbeat.ts';
import './components/heartbeat/home-name.ts';
import { HomeElement } from './components/heartbeat/home-element.ts';
import { createHomeConnector } from './data/connect-home.ts';
import { createVersionWatch } from './data/version-watch.ts';
import { browserEnvironment } from './data/environment.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

const environment = browserEnvironment(window);

HomeElement.connector = createHomeConnector({
  environment,
  loop: new Ticker({ interval: 1 }),
  theme,
  own: new URL('.', document.baseURI).href,
  also: (base) => [
    ['version', createVersionWatch({ ...environment, base, conditional: false }, () => location.reload())],
  ],
});
