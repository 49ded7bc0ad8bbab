import createDOMPurify, { type Config } from 'dompurify';
import { Marked } from 'marked';

/**
 * Limits the Markdown of a message or of the owner's files to safe nodes: no script, style or form, no
 * images, and links to http(s) only, in a new tab without access to this page. This file is loaded with the
 * first text.
 */
const ALLOWED = {
  ALLOWED_TAGS:
    'p br hr ul ol li blockquote pre code kbd sub sup em strong i b s del a table thead tbody tr th td'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config & { RETURN_DOM_FRAGMENT: true };

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    // The headings of a message are not headings of the page.
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>`;
    },
    checkbox({ checked }) {
      return checked ? '[x] ' : '[ ] ';
    },
  },
});

const purify = createDOMPurify(window);
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.localName !== 'a') return;
  node.setAttribute('rel', 'noopener noreferrer nofollow');
  node.setAttribute('target', '_blank');
});

/** Replaces images by links, because a request for an image would tell its server who reads the text. */
function picturesToLinks(root: Document): void {
  for (const image of root.querySelectorAll('img')) {
    const link = root.createElement('a');
    const source = image.getAttribute('src') ?? '';
    link.setAttribute('href', source);
    link.textContent = image.getAttribute('alt') || source || 'picture';
    image.replaceWith(link);
  }
}

/** Makes wide blocks focusable, so that visitors can scroll them with the keyboard. */
function makeScrollable(root: DocumentFragment): void {
  for (const block of root.querySelectorAll('pre, table')) block.setAttribute('tabindex', '0');
}

/** Replaces links without `href` by their text: e-mail addresses, and links whose target was not allowed. */
function unwrapLinksWithoutTarget(root: DocumentFragment): void {
  for (const link of root.querySelectorAll('a:not([href])')) link.replaceWith(...link.childNodes);
}

/**
 * Returns Markdown as safe nodes. With `breaks` (chat messages) each line break in the text is kept; without
 * it, the lines of a paragraph are joined.
 */
export function renderMarkdown(text: string, { breaks = true } = {}): DocumentFragment {
  // A document of `DOMParser` runs no script and requests nothing.
  const inert = new DOMParser().parseFromString(marked.parse(text, { breaks }) as string, 'text/html');
  picturesToLinks(inert);
  const clean = purify.sanitize(inert.body.innerHTML, ALLOWED);
  unwrapLinksWithoutTarget(clean);
  makeScrollable(clean);
  return clean;
}
