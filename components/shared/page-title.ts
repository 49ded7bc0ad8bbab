import { sessionCountText } from '../../data/readings/session-counts.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { AgentSessions } from '../../data/readings/schemas/agent-sessions.ts';

/** The icons of a page: `public/icons/icon-waiting.svg` and so on. */
type IconName = 'waiting' | 'failing';

/** What the title and the icon of a page say besides its name. */
export interface PageNews {
  /** Comes before the title; empty if there is nothing to say. */
  readonly text: string;
  readonly icon?: IconName | undefined;
}

/** How many agent sessions wait or have failed. The icon shows only whether a session waits. */
export function sessionNews(reading: Reading<AgentSessions>): PageNews {
  const { waiting = 0, failed = 0 } = currentValue(reading)?.counts ?? {};
  if (waiting === 0 && failed === 0) return { text: '' };
  const text = sessionCountText({ waiting, failed, atWork: 0, done: 0, silent: 0 });
  return { text, icon: waiting > 0 ? 'waiting' : undefined };
}

/**
 * Returns a function that shows news in the title and the icon of this page, the most important first.
 * Without news, it sets both back to what they were when `pageTitle` was called.
 */
export function pageTitle(): (...news: readonly PageNews[]) => void {
  const { title } = document;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const whole = link?.getAttribute('href') ?? '';
  return (...news) => {
    document.title = [...news.map(({ text }) => text), title].filter((text) => text !== '').join(' · ');
    const name = news.find(({ icon }) => icon !== undefined)?.icon;
    const href = name === undefined ? whole : whole.replace(/icon\.svg$/, `icon-${name}.svg`);
    if (link?.getAttribute('href') !== href) link?.setAttribute('href', href);
  };
}
