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
    /* Spaces at the end of a line take place too: nothing can hide behind many of them. */
    white-space: break-spaces;
    overflow-wrap: anywhere;
    direction: ltr;
    unicode-bidi: isolate;
    tab-size: 4;
    background: var(--hw-background);
    border-radius: 4px;
  }
  /* As a terminal breaks lines: otherwise they break after hyphens, and “--force” looks like two words. */
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

/** So many lines do not fit on a phone: their number tells how much follows. */
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

/** Says that a part of a text is not here. */
export const missing = (left: number): TemplateResult | typeof nothing =>
  left > 0 ? html`<p class="missing small">${leftOutText(left)}</p>` : nothing;
