const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes, in HTML and in XML. */
const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** For HTML: control characters become spaces. */
export const escapeHtml = (text: string): string => escapeMarkup(text.replaceAll(/\p{Cc}+/gu, ' '));

/** XML 1.0 allows no control characters, not even as references. */
export const withoutXmlControls = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

export const escapeXml = (text: string): string => escapeMarkup(withoutXmlControls(text));
