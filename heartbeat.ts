/** The heartbeat page: its home's readings, updated once a second. */
import './components/widgets/heartbeat.ts';
import './components/widgets/home-name.ts';
import { HomeElement } from './components/widgets/home-element.ts';
import type { HomeState } from './data/apps/home-state.ts';
import { createHomeConnector } from './data/apps/widgets.ts';
import { parseConfig } from './data/config/parse-config.ts';
import { withRepository } from './data/config/reading-config.ts';
import { createVersionWatch, reloadForBuild } from './data/core/version-watch.ts';
import { createIntervalLoop } from './data/core/interval-loop.ts';
import { requestEnvironment, tryStorage } from './data/core/environment.ts';
import { LastReadings } from './data/offline/last-readings.ts';
import { sovereigntyOrCount } from './data/readings/sources/sovereignty.ts';

const environment = requestEnvironment(window);
const monotonicNow = (): number => performance.now();
const own = new URL('.', document.baseURI).href;
const storage = tryStorage(() => sessionStorage, undefined);
const { isOwn, onNewVersion } = reloadForBuild(import.meta.url, storage, () => location.reload());
// The world's page stores the settings: the plain look, and the repository that the visitor chose.
const stored = tryStorage(() => `${localStorage['home-world.settings']}`, '');
if (stored.includes('"plain":true')) document.documentElement.style.setProperty('--hw-motion', '0s');
let ofHome: HomeState | undefined;
const loop = createIntervalLoop<HomeState>(document);
const last = new LastReadings({ ...environment, base: own });

HomeElement.connector = createHomeConnector({
  environment,
  loop,
  own,
  // The count of sovereignty below needs the whole configuration.
  parse(raw) {
    const { config, problems } = parseConfig(raw);
    const chosen = config.repositories.find((name) => stored.includes(`"repository":"${name}"`));
    return { problems, config: withRepository(config, chosen) };
  },
  source: (source) => last.keep(source.name === 'sovereignty' ? sovereigntyOrCount : source),
  also(base) {
    const watch = createVersionWatch({ ...environment, monotonicNow, base }, onNewVersion, isOwn);
    // This page has no bridge. Elsewhere the watch also checks the version when the bridge reconnects.
    return [
      ['version', { ...watch, init: () => watch.init(undefined, {}) }],
      ['last-readings', last],
      ['sessions', { init: (_, state) => void (ofHome = state), update: () => undefined }],
    ];
  },
});

// Loads the status after the first reading. Until then the readings are the end of the page, so nothing below
// them moves.
const loadStatus = async (): Promise<void> => {
  const { followSessions } = await import('./components/widgets/heartbeat-status.ts');
  if (!ofHome) return;
  followSessions(ofHome.readings);
  // Only a browser that receives notices loads the file below.
  const worker = await navigator.serviceWorker?.getRegistration(own);
  if (!(await worker?.pushManager?.getSubscription())) return;
  const { createDeviceLooking } = await import('./data/push/device-looking.ts');
  const isHidden = (): boolean => document.hidden;
  loop.add('looking', createDeviceLooking({ ...environment, base: own, monotonicNow, isHidden }), ofHome);
};
const first = new AbortController();
for (const type of ['hw-load', 'hw-error'])
  document.addEventListener(
    type,
    () => {
      first.abort();
      void loadStatus();
    },
    { signal: first.signal },
  );

const loadNotices = (): void => void import('./components/notices/incident-notices.ts');
document.querySelector('details')?.addEventListener('toggle', loadNotices, { once: true });
