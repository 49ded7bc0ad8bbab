/**
 * The widgets for other people's pages: one script tag, then any of the elements below. Each is fetched when a page first has
 * its tag, so that a page pays for what it shows.
 *
 *   <script type="module" src="https://home.example/embed.js"></script>
 *   <hw-agents src="https://home.example"></hw-agents>
 */
import { HomeElement } from './components/heartbeat/home-element.ts';
// Imported here to be in this file and not in a further one: every widget, or nearly every one, needs them.
import './components/heartbeat/reading-element.ts';
import './data/sources/commits.ts';
import { defineWhenPresent } from './components/heartbeat/define-when-present.ts';
import { createHomeConnector } from './data/connect-home.ts';
import { browserEnvironment } from './data/environment.ts';
import { createSecondLoop } from './data/second-loop.ts';
import { theme } from './theme/theme.ts';

HomeElement.connector = createHomeConnector({
  environment: browserEnvironment(window),
  loop: createSecondLoop(document),
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
