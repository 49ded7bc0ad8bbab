import './history.ts';
import type { Headline } from './history.ts';

const { title } = document;
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const whole = icon?.getAttribute('href') ?? '';

/** The title and the icon of the heartbeat page say whether the portals answer. */
document.addEventListener('hw-headline', (event) => {
  const { text, failing } = (event as CustomEvent<Headline>).detail;
  document.title = `${text} · ${title}`;
  icon?.setAttribute('href', failing ? whole.replace(/icon\.svg$/, 'icon-failing.svg') : whole);
});
