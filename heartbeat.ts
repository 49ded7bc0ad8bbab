/** The status page's orchestrator: the heartbeat of the home it is served by, on the one ticker, once a second. */
import './components/heartbeat/heartbeat.ts';
import './components/heartbeat/home-name.ts';
import { HomeElement } from './components/heartbeat/home-element.ts';
import { createHomeConnector } from './data/connect-home.ts';
import { createVersionWatch } from './data/version-watch.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

const browserFetch: typeof fetch = (input, init) => fetch(input, init);

HomeElement.connector = createHomeConnector({
  fetch: browserFetch,
  now: Date.now,
  network: window,
  isOnline: () => navigator.onLine,
  loop: new Ticker({ interval: 1 }),
  theme,
  own: new URL('.', document.baseURI).href,
  also: (base) => [
    [
      'version',
      createVersionWatch({ fetch: browserFetch, now: Date.now, base, conditional: false }, () =>
        location.reload(),
      ),
    ],
  ],
});
