import createDOMPurify, { type Config } from 'dompurify';
import { Marked } from 'marked';

/**
 * Markdown of a message or of a file of the owner as nodes that can do nothing: no script, style or
 * form, no image fetched from anywhere, and links to http(s) only, opened in a tab that has no
 * access to this page. Loaded with the first text.
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
    // A message's headings are no headings of the page.
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

/** Images become links: fetching one would tell its server who reads this text. */
function picturesToLinks(root: Document): void {
  for (const image of root.querySelectorAll('img')) {
    const link = root.createElement('a');
    const source = image.getAttribute('src') ?? '';
    link.setAttribute('href', source);
    link.textContent = image.getAttribute('alt') || source || 'picture';
    image.replaceWith(link);
  }
}

/** Wide blocks scroll by themselves, and can have the focus so that keyboards scroll them. */
function makeScrollable(root: DocumentFragment): void {
  for (const block of root.querySelectorAll('pre, table')) block.setAttribute('tabindex', '0');
}

/** A link without a target becomes text: a mail address, or a link whose target was not allowed. */
function unwrapLinksWithoutTarget(root: DocumentFragment): void {
  for (const link of root.querySelectorAll('a:not([href])')) link.replaceWith(...link.childNodes);
}

/**
 * With `breaks` (chat messages) a line ends where its author ended it; without, the lines of a
 * paragraph flow together.
 */
export function renderMarkdown(text: string, { breaks = true } = {}): DocumentFragment {
  // A document made by the parser runs no script and fetches nothing.
  const inert = new DOMParser().parseFromString(marked.parse(text, { breaks }) as string, 'text/html');
  picturesToLinks(inert);
  const clean = purify.sanitize(inert.body.innerHTML, ALLOWED);
  unwrapLinksWithoutTarget(clean);
  makeScrollable(clean);
  return clean;
}
