/** The heartbeat page: its home's readings, updated once a second by the ticker. */
import './components/widgets/heartbeat.ts';
import './components/widgets/home-name.ts';
import { HomeElement } from './components/widgets/home-element.ts';
import { createHomeConnector } from './data/apps/widgets.ts';
import { createVersionWatch } from './data/core/version-watch.ts';
import { browserEnvironment } from './data/core/environment.ts';
import { theme } from './theme/theme.ts';
import { Ticker } from './world/core/ticker.ts';

const environment = browserEnvironment(window);

HomeElement.connector = createHomeConnector({
  environment,
  loop: new Ticker({ interval: 1 }),
  theme,
  own: new URL('.', document.baseURI).href,
  also: (base) => [['version', createVersionWatch({ ...environment, base }, () => location.reload())]],
});
