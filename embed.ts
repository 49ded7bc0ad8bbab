/**
 * The widgets for other people's pages: one script tag, then any of the elements below. Each is fetched when a page first has
 * its tag, so that a page pays for what it shows.
 *
 *   <script type="module" src="https://home.example/embed.js"></script>
 *   <hw-agents src="https://home.example"></hw-agents>
 */
import { HomeElement } from './components/heartbeat/home-element.ts';
import { defineWhenPresent } from './components/heartbeat/define-when-present.ts';
import { createHomeConnector } from './data/connect-home.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

HomeElement.connector = createHomeConnector({
  fetch: (input, init) => fetch(input, init),
  now: Date.now,
  network: window,
  isOnline: () => navigator.onLine,
  loop: new Ticker({ interval: 1 }),
  theme,
});

defineWhenPresent(document, {
  'hw-agents': () => import('./components/heartbeat/agents.ts'),
  'hw-block-height': () => import('./components/heartbeat/block-height.ts'),
  'hw-commits': () => import('./components/heartbeat/commits.ts'),
  'hw-heartbeat': () => import('./components/heartbeat/heartbeat.ts'),
  'hw-portals': () => import('./components/heartbeat/portals.ts'),
  'hw-sovereignty': () => import('./components/heartbeat/sovereignty.ts'),
  'hw-weather': () => import('./components/heartbeat/weather.ts'),
});
