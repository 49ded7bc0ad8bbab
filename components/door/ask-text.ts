import { type TemplateResult, css, html, nothing } from 'lit';
import type { Ask } from '../../data/asks/ask.ts';
import { leftOutText } from '../../data/asks/ask-words.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

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
  figcaption {
    color: var(--hw-text-quiet);
  }
  .missing {
    padding: 0.25rem 0.75rem;
    color: var(--hw-sovereignty-mid);
  }
`;

/** This many lines do not fit on a phone, so their number is shown above the text. */
const MANY_LINES = 12;

/** A command or a plan as the agent wrote it: text, never HTML. */
export function askText(label: 'Command' | 'Plan', detail: Ask['command']): TemplateResult | typeof nothing {
  if (detail === undefined) return nothing;
  const lines = detail.text.split('\n').length;
  return html`<figure aria-label=${label}>
    ${lines < MANY_LINES ? nothing : html`<figcaption class="small">${label}, ${lines} lines</figcaption>`}
    <pre class=${label.toLowerCase()}>${withoutBidiControls(detail.text)}</pre>
    ${missing(detail.left)}
  </figure>`;
}

/** Says how much of a text is left out; nothing if the text is complete. */
export const missing = (left: number): TemplateResult | typeof nothing =>
  left > 0 ? html`<p class="missing small">${leftOutText(left)}</p>` : nothing;
