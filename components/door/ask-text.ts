import { type TemplateResult, css, html, nothing } from 'lit';
import type { Ask } from '../../data/asks/ask.ts';
import { leftOutText } from '../../data/asks/ask-words.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { counted } from '../../data/readings/format.ts';

export const askTextStyles = css`
  pre {
    margin: 0;
    padding: 0.625rem 0.75rem;
    font: inherit;
    font-size: 0.875rem;
    /*
     * Spaces at the end of a line take up room and wrap, so that many spaces cannot hide the text after them.
     */
    white-space: break-spaces;
    overflow-wrap: anywhere;
    direction: ltr;
    unicode-bidi: isolate;
    tab-size: 4;
    background: var(--hw-background);
    border-radius: 4px;
  }
  /*
   * Lines break at any character, as in a terminal. Otherwise they would break after hyphens, and “--force”
   * would look like two words.
   */
  .command {
    line-break: anywhere;
  }
  /* A long plan or diff scrolls in its box, so that the buttons below it stay near. */
  .long {
    max-height: max(12rem, 60vh);
    overflow-y: auto;
  }
  /* Shows that the text goes on below; at its end it is below the last line. */
  .long::after {
    position: sticky;
    bottom: 0;
    display: block;
    height: 2rem;
    content: '';
    background: linear-gradient(transparent, var(--hw-background));
    pointer-events: none;
  }
  figcaption {
    color: var(--hw-text-quiet);
  }
  .missing {
    padding: 0.25rem 0.75rem;
    color: var(--hw-sovereignty-mid);
  }
`;

/** A text with so many lines or characters may not fit on a phone. */
const [MANY_LINES, MANY_CHARACTERS] = [12, 400];

/**
 * A text of an agent in a figure. If it is long, its size is above it. A long plan or diff scrolls in its box.
 * A command does not: its end could stay unseen in the box while the button below is held.
 */
export function askFigure(
  label: 'Command' | 'Plan' | 'Diff',
  text: string,
  content: TemplateResult,
): TemplateResult {
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines < MANY_LINES && text.length < MANY_CHARACTERS)
    return html`<figure aria-label=${label}>${content}</figure>`;
  const size = `${label}, ${counted(lines, 'line')}, ${counted(text.length, 'character')}`;
  // Not every browser lets the keyboard into a box that scrolls.
  const box = html`<div class="long" role="group" aria-label=${size} tabindex="0">${content}</div>`;
  return html`<figure>
    <figcaption class="small">${size}</figcaption>
    ${label === 'Command' ? content : box}
  </figure>`;
}

/** Four or more empty lines, with their line breaks. */
const EMPTY_LINES = /((?<![^\n])(?:[^\S\n]*\n){4,})/;

/** Instead of many empty lines, their number: they could move the text after them far down. */
const withoutGaps = (text: string): unknown[] =>
  text.split(EMPTY_LINES).map((part, index) => {
    if (index % 2 === 0) return part;
    const lines = part.split('\n').length - 1;
    return [html`<span class="missing">… ${counted(lines, 'empty line')}</span>`, '\n'];
  });

/** A command or a plan as the agent wrote it: text, never HTML. */
export function askText(label: 'Command' | 'Plan', detail: Ask['command']): TemplateResult | typeof nothing {
  if (detail === undefined) return nothing;
  const content = html`<pre class=${label.toLowerCase()}>
${withoutGaps(withoutBidiControls(detail.text))}</pre>`;
  return html`${askFigure(label, detail.text, content)} ${missing(detail.left)}`;
}

/** Says how much of a text is left out; nothing if the text is complete. */
export const missing = (left: number): TemplateResult | typeof nothing =>
  left > 0 ? html`<p class="missing small">${leftOutText(left)}</p>` : nothing;
