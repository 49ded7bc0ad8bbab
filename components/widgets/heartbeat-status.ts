import './history.ts';
import type { HistoryElement } from './history.ts';

const { title } = document;
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const whole = icon?.getAttribute('href') ?? '';

/** Shows in the title and icon of the heartbeat page whether the portals answer, if that is known. */
function follow({ target }: Event): void {
  const { reading } = target as HistoryElement;
  const answer = reading?.state === 'live' ? reading.value : undefined;
  const failing = answer?.subjects.some(({ kind, state }) => kind === 'portal' && state === 'down');
  document.title = answer ? `${answer.headline} · ${title}` : title;
  icon?.setAttribute('href', failing ? whole.replace(/icon\.svg$/, 'icon-failing.svg') : whole);
}

const history = document.querySelector('hw-history');
for (const news of ['hw-load', 'hw-update', 'hw-error']) history?.addEventListener(news, follow);
