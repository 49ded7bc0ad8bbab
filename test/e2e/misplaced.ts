import type { EvaluatingPage } from './axe.ts';

/**
 * Lists text and controls that are outside the window or cut off, and controls under another
 * element. Text that scrolls into view or ends in an ellipsis counts as reachable, and the open menu
 * may cover other elements.
 */
export const misplaced = (page: EvaluatingPage): Promise<string[]> =>
  page.evaluate(() => {
    /** The least height of readable scrolled text: two lines. CSS pixels. */
    const MIN_HEIGHT = 36;
    const CONTROLS = 'button, a[href], input, select, textarea, summary';
    const found = new Set<string>();

    const parentOf = (element: Element): Element | null => {
      const root = element.getRootNode();
      return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    };
    const nameOf = (element: Element): string => {
      const root = element.getRootNode();
      const host = root instanceof ShadowRoot ? `${root.host.localName} ` : '';
      const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return `${host}${element.localName} “${text.replace(/\s+/g, ' ').slice(0, 40)}”`;
    };

    /** The part of the window where the element must be, and its visible part. */
    function check(element: Element, box: DOMRect, around: Element | null): void {
      let { left, right, top, bottom } = box;
      if (right - left < 1 || bottom - top < 1) return;
      for (let at = around; at && at !== document.documentElement; at = parentOf(at)) {
        const style = getComputedStyle(at);
        if (style.clipPath !== 'none') return;
        if (style.display === 'contents' || style.display === 'inline') continue;
        const outer = at.getBoundingClientRect();
        const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
        if (scrolls(style.overflowY) && at.scrollHeight > at.clientHeight) {
          if (outer.height < Math.min(MIN_HEIGHT, at.scrollHeight))
            found.add(`${nameOf(at)} shows ${Math.round(outer.height)} px of its text`);
          ({ top, bottom } = outer);
        }
        if (style.webkitLineClamp !== 'none') ({ top, bottom } = outer);
        // The quick actions of the chat, and code, may scroll sideways.
        const sideways = at.matches('.quick, pre, table') && at.scrollWidth > at.clientWidth;
        if (sideways || style.textOverflow === 'ellipsis') ({ left, right } = outer);
        const cuts = style.overflowX !== 'visible' && at !== document.body;
        // Chips without room are on a hidden second line; the keyboard scrolls there.
        if (at.matches('.chips') && top >= outer.bottom - 1) return;
        if (cuts && (left < outer.left - 1 || right > outer.right + 1))
          found.add(
            `${nameOf(element)} is cut off by ${at.localName}.${at.className} at ${Math.round(left)}–${Math.round(right)}`,
          );
        if (cuts && !scrolls(style.overflowY) && (top < outer.top - 1 || bottom > outer.bottom + 1))
          found.add(`${nameOf(element)} is cut off by ${at.localName}.${at.className}`);
      }
      const pageScrolls = getComputedStyle(document.body).overflowY === 'visible';
      if (left < -1 || right > innerWidth + 1 || (!pageScrolls && (top < -1 || bottom > innerHeight + 1)))
        found.add(
          `${nameOf(element)} is outside the window: ${Math.round(left)}–${Math.round(right)} × ${Math.round(top)}–${Math.round(bottom)}`,
        );
    }

    function covered(control: Element): void {
      const box = control.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      for (let at = parentOf(control); at; at = parentOf(at)) {
        const style = getComputedStyle(at);
        if (style.clipPath !== 'none') return;
        if (style.overflowY === 'visible' || style.display === 'contents') continue;
        const outer = at.getBoundingClientRect();
        if (x < outer.left || x > outer.right || y < outer.top || y > outer.bottom) return;
      }
      let hit = document.elementFromPoint(x, y);
      while (hit?.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(x, y);
        if (!inner || inner === hit) break;
        hit = inner;
      }
      for (let at = hit; at; at = parentOf(at)) {
        if (at === control || at.matches('.more') || (at.matches('label') && at.contains(control))) return;
      }
      if (hit) found.add(`${nameOf(control)} lies under ${nameOf(hit)}`);
    }

    function look(root: Element | ShadowRoot): void {
      for (const element of root.children) {
        if (!(element instanceof HTMLElement) || element instanceof HTMLCanvasElement) continue;
        // No visitor can reach what is inert, so it may be covered.
        if (element.inert) continue;
        const style = getComputedStyle(element);
        if (style.display === 'none' || style.clipPath !== 'none') continue;
        const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        if (isSeen && element.matches(CONTROLS)) {
          check(element, element.getBoundingClientRect(), parentOf(element));
          covered(element);
        } else if (isSeen) {
          for (const node of element.childNodes) {
            if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
            const range = document.createRange();
            range.selectNode(node);
            check(element, range.getBoundingClientRect(), element);
          }
        }
        if (element.shadowRoot) look(element.shadowRoot);
        look(element);
      }
    }
    look(document.body);
    if (document.documentElement.scrollWidth > innerWidth)
      found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
    return [...found];
  });
