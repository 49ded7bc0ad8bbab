import { type TemplateResult, css, html, nothing, svg } from 'lit';
import { ageText } from '../../../data/readings/format.ts';
import type { UsageAnswer, UsageLimit } from '../../../data/usage/usage.ts';
import { aboutDollars, dollarsText, limitText, windowWords } from '../../../data/usage/usage-words.ts';

export const usageStyles = css`
  .windows {
    display: grid;
    gap: 0.75rem;
  }
  .window {
    display: flex;
    gap: 0.75rem;
    align-items: start;
  }
  .budget {
    display: grid;
    gap: 0.25rem;
  }
  .bar {
    display: block;
    width: 100%;
    height: 0.5rem;
    background: color-mix(in srgb, var(--hw-accent) 20%, transparent);
    border-radius: 3px;
  }
  .bar rect,
  .hourglass polygon {
    fill: var(--hw-panel-text);
  }
  .hourglass {
    flex: none;
    width: 1.25rem;
    height: 1.875rem;
    margin-top: 0.125rem;
  }
  .hourglass path {
    fill: none;
    stroke: var(--hw-text-quiet);
    stroke-linejoin: round;
  }
  @media (forced-colors: active) {
    .bar {
      outline: 1px solid;
    }
    .bar rect,
    .hourglass polygon {
      fill: CanvasText;
    }
  }
`;

/** A bar below its words; `part` is 0 to 1. It is a picture, because the policy of the page allows no styles in attributes. */
export function usageBar(part: number): TemplateResult {
  const width = Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10;
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width=${width} height="1" />
  </svg>`;
}

/**
 * The sand of an hourglass: what is left, in percent, is above. The areas are true, so a level is the square root of
 * its share.
 */
function sand(left: number): TemplateResult {
  const level = Math.sqrt(left / 100);
  const [across, deep] = [6 * level, 11 * level];
  const surface = (y: number): string => `${8 - across},${y} ${8 + across},${y}`;
  return svg`${left > 0 ? svg`<polygon points="${surface(12 - deep)} 8,12" />` : nothing}
    ${left < 100 ? svg`<polygon points="${surface(12 + deep)} 14,23 2,23" />` : nothing}`;
}

/** An hourglass, without sand where it is not known what is left. */
function hourglass(left?: number): TemplateResult {
  return html`<svg class="hourglass" viewBox="0 0 16 24" aria-hidden="true">
    ${left === undefined ? nothing : sand(left)}
    <path d="M2 1h12L8 12l6 11H2l6-11z" />
  </svg>`;
}

const limitRow = (
  { harness, machine, window, used, resetsAt, at }: UsageLimit,
  now: number,
): TemplateResult =>
  html`<li class="window">
    ${resetsAt <= now ? hourglass() : hourglass(100 - used)}
    <div>
      <p>
        ${windowWords[window]} of ${harness}${machine === '' ? '' : ` on ${machine}`}:
        ${limitText({ used, resetsAt }, now)}
      </p>
      <p class="small quiet">told by ${harness} ${ageText(at, now)}</p>
    </div>
  </li>`;

/** The five-hour and seven-day windows as hourglasses. */
export const windowList = ({ limits, now }: UsageAnswer): TemplateResult =>
  html`<ul class="windows">
    ${limits.map((limit) => limitRow(limit, now))}
  </ul>`;

/** The budget of today, if the owner has set one. */
export const budgetLine = ({ budget }: UsageAnswer): TemplateResult | typeof nothing =>
  budget
    ? html`<div class="budget">
        <p>Budget of today: ${aboutDollars(budget.spent)} of ${dollarsText(budget.dollars)}</p>
        ${usageBar(budget.spent / budget.dollars)}
      </div>`
    : nothing;
