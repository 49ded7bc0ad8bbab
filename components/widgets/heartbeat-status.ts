import { watch } from '../../data/core/watch.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { type PageNews, pageTitle, sessionNews } from '../shared/page-title.ts';
import './history.ts';
import type { HistoryElement } from './history.ts';

const show = pageTitle();
let sessions: PageNews = { text: '' };
let portals: PageNews = { text: '' };
let end: (() => void) | undefined;

/** Shows in the title and icon of the heartbeat page whether the portals answer, if that is known. */
function follow({ target }: Event): void {
  const { reading } = target as HistoryElement;
  const answer = reading?.state === 'live' ? reading.value : undefined;
  const failing = answer?.subjects.some(({ kind, state }) => kind === 'portal' && state === 'down');
  portals = { text: answer?.headline ?? '', icon: failing ? 'failing' : undefined };
  show(sessions, portals);
}

const history = document.querySelector('hw-history');
for (const news of ['hw-load', 'hw-update', 'hw-error']) history?.addEventListener(news, follow);

/**
 * Shows in the title and icon of the heartbeat page also how many agent sessions wait or have failed, before
 * the news of the portals.
 */
export function followSessions({ sessions: reading }: Pick<ReadingsState['readings'], 'sessions'>): void {
  const read = (): void => {
    sessions = sessionNews(reading.get());
    show(sessions, portals);
  };
  read();
  end?.();
  end = watch(reading, read);
}
