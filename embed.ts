/**
 * The widgets for other people's pages: one script tag, then any of the elements below. The script of an
 * element is loaded when the page first contains its tag, so a page loads only the elements that it shows.
 * The style sheet reserves their space.
 *
 *   <link rel="stylesheet" href="https://home.example/embed.css" crossorigin />
 *   <script type="module" src="https://home.example/embed.js"></script>
 *   <hw-agents src="https://home.example"></hw-agents>
 */
import { HomeElement } from './components/widgets/home-element.ts';
// These imports put the modules into the bundle of this file, because nearly every widget needs them.
import './components/widgets/list-element.ts';
import './data/core/text.ts';
import './data/travel/destination.ts';
import './data/readings/schemas/bounds.ts';
import './data/readings/sources/source.ts';
import { definer } from './components/widgets/define-when-present.ts';
import { createHomeConnector } from './data/apps/widgets.ts';
import { requestEnvironment } from './data/core/environment.ts';
import { createIntervalLoop } from './data/core/interval-loop.ts';

HomeElement.connector = createHomeConnector({
  environment: requestEnvironment(window),
  loop: createIntervalLoop(document),
});

const look = definer({
  'hw-agents': () => import('./components/widgets/agents.ts'),
  'hw-team': () => import('./components/widgets/team.ts'),
  'hw-block-height': () => import('./components/widgets/block-height.ts'),
  'hw-chat': () => import('./components/widgets/chat/chat.ts'),
  'hw-commits': () => import('./components/widgets/commits.ts'),
  'hw-heartbeat': () => import('./components/widgets/heartbeat.ts'),
  'hw-history': () => import('./components/widgets/history.ts'),
  'hw-now': () => import('./components/widgets/now.ts'),
  'hw-open-work': () => import('./components/widgets/open-work.ts'),
  'hw-portals': () => import('./components/widgets/portals.ts'),
  'hw-relay-feed': () => import('./components/widgets/relay-feed.ts'),
  'hw-sovereignty': () => import('./components/widgets/sovereignty.ts'),
  'hw-weather': () => import('./components/widgets/weather.ts'),
});

/**
 * Defines the widgets in `root` and in the open shadow roots inside it, also those that are added later.
 * Without this call, the page itself is searched, but not its shadow roots.
 */
export const define = (root: Document | Element | ShadowRoot = document): void => look(root, true);

look(document);
