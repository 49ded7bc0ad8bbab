import { type TemplateResult, css, html, nothing } from 'lit';
import type { Ask } from '../../data/asks/ask.ts';
import { leftOutText } from '../../data/asks/ask-words.ts';
import { withoutBidiControls } from '../shared/text/text.ts';

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
  .missing {
    padding: 0.25rem 0.75rem;
    color: var(--hw-sovereignty-mid);
  }
`;

/** A command or a plan as the agent wrote it: text, never HTML. */
export const askText = (label: string, detail: Ask['command']): TemplateResult | typeof nothing =>
  detail === undefined
    ? nothing
    : html`<figure aria-label=${label}>
        <pre>${withoutBidiControls(detail.text)}</pre>
        ${missing(detail.left)}
      </figure>`;

/** Says that a part of a text is not here. */
export const missing = (left: number): TemplateResult | typeof nothing =>
  left > 0 ? html`<p class="missing small">${leftOutText(left)}</p>` : nothing;
