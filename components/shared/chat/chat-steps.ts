import { type TemplateResult, css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChatStep } from '../../../data/chat/protocol.ts';
import { withoutBidiControls } from '../../../data/core/text.ts';

/** The state of a tool call as a mark and a word, because not everybody sees colours. */
const states: Readonly<Record<ChatStep['state'], readonly [mark: string, word: string]>> = {
  running: ['○', 'running'],
  done: ['✓', 'done'],
  failed: ['✕', 'failed'],
};

/**
 * The style of an answer's tool calls: less prominent than its text, with a bar on the left. A call with a
 * result has an arrow at the right, which turns when the result is open.
 */
export const stepStyles = css`
  .steps {
    margin: 0.25rem 0;
    padding-left: 0.5rem;
    border-left: 2px solid color-mix(in srgb, var(--hw-panel-text) 45%, transparent);
  }
  /* Removes the bullets that lists in answers have. */
  ul.steps > li {
    list-style: none;
  }
  .step {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 1.5rem;
    color: var(--hw-text-quiet);
  }
  .step .title {
    min-width: 0;
    overflow: hidden;
    color: var(--hw-text);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .step .mark {
    flex: none;
    width: 1ch;
  }
  .step.failed .mark {
    color: var(--hw-error);
  }
  summary.step {
    cursor: pointer;
    list-style: none;
  }
  summary.step::-webkit-details-marker {
    display: none;
  }
  summary.step::after {
    margin-left: auto;
    content: '▸' / '';
  }
  details[open] > summary.step::after {
    content: '▾' / '';
  }
  summary.step:hover {
    background: color-mix(in srgb, var(--hw-accent) 15%, transparent);
  }
  summary.step:focus-visible {
    outline-offset: -2px;
  }
  /* Long results scroll inside their row, so that the answer stays visible. */
  .detail {
    max-height: 12rem;
    margin: 0;
    padding: 0.25rem 0 0.5rem 1.5rem;
    overflow: auto;
    overflow-wrap: anywhere;
    font: inherit;
    color: var(--hw-text-quiet);
    white-space: pre-wrap;
  }
  @media (pointer: coarse) {
    summary.step {
      min-height: 2.75rem;
    }
  }
`;

/**
 * The line of a tool call: its title and its state. A long title is cut at the end of the line, so that the
 * state stays visible. Without a title, the line has the name of the tool.
 */
const line = ({ title, tool, state }: ChatStep): TemplateResult => {
  const [mark, word] = states[state];
  return html`<span class="mark" aria-hidden="true">${mark}</span>
    <span class="title"><bdi>${withoutBidiControls(title) || withoutBidiControls(tool)}</bdi></span>
    <span>${word}</span>`;
};

/**
 * The tool calls of an answer, one line each. A line with a result can be opened to show it. The texts come
 * from models and tools, so they are never rendered as HTML.
 */
export const stepRows = (steps: readonly ChatStep[] | undefined): TemplateResult | typeof nothing =>
  steps?.length
    ? html`<ul class="steps" aria-label="What was done for this answer">
        ${repeat(
          steps,
          ({ step }) => step,
          (step) =>
            html`<li>
              ${
                step.detail
                  ? html`<details>
                      <summary class="step ${step.state}">${line(step)}</summary>
                      <pre class="detail" tabindex="0" role="group" aria-label="Result" dir="auto">
${withoutBidiControls(step.detail)}</pre>
                    </details>`
                  : html`<div class="step ${step.state}">${line(step)}</div>`
              }
            </li>`,
        )}
      </ul>`
    : nothing;
