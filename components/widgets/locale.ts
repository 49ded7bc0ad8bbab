import { DEFAULT_LOCALE } from '../../data/readings/format-history.ts';

/**
 * How a widget writes dates and numbers: as its own `lang` says, or that of what is around it, or that
 * of the page. `en` without a country, a wrong tag and none at all have the default: that of the browser
 * would not fit the English words.
 */
export function localeOf(element: Element): string {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  try {
    return (lang !== 'en' && Intl.DateTimeFormat.supportedLocalesOf(lang)[0]) || DEFAULT_LOCALE;
  } catch {
    return DEFAULT_LOCALE;
  }
}
