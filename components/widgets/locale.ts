import { DEFAULT_LOCALE } from '../../data/readings/format-history.ts';

/**
 * The locale of a widget's dates and numbers: from the `lang` of the element, of an element around it, or of
 * the page. For a missing or invalid tag, and for `en` without a country, it is the default. The browser's
 * locale would not fit the English texts.
 */
export function localeOf(element: Element): string {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  try {
    return (lang !== 'en' && Intl.DateTimeFormat.supportedLocalesOf(lang)[0]) || DEFAULT_LOCALE;
  } catch {
    return DEFAULT_LOCALE;
  }
}
