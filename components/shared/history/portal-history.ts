import { type CSSResult, type TemplateResult, css, html, nothing } from 'lit';
import { historyOf } from '../../../data/apps/history-reading.ts';
import { latencyText, uptimeText } from '../../../data/readings/format-history.ts';
import { counted } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import { historyBars } from './bars.ts';
import { historyStyles } from './history-styles.ts';

export const portalHistoryStyles: CSSResult = css`
  ${historyStyles}
  .portal-history {
    --error: var(--hw-error);
    --accent: var(--hw-accent);
    --quiet: var(--hw-text-quiet);
    padding-block: 0.25rem;
  }
  .up {
    --mark: var(--hw-connected);
  }
  .partly {
    --mark: var(--hw-sovereignty-mid);
  }
`;

/**
 * The last 24 hours of a portal, for the page of the world. Nothing without checks, or if the host keeps no
 * history. `isBrief`: without the response time.
 */
export function portalHistory(
  state: PageState,
  portalId: string,
  isBrief = false,
): TemplateResult | typeof nothing {
  const history = historyOf(state, '24h');
  history.update();
  const answer = currentValue(history.reading);
  const subject = answer?.subjects.find(({ id }) => id === `portal:${portalId}`);
  if (!answer || !subject || subject.uptime === null) return nothing;
  const { uptime, latency, incidents } = subject;
  const words = [
    `${uptimeText(uptime)} of checks answered`,
    ...(latency === null || isBrief ? [] : [latencyText(latency)]),
    counted(incidents.length, 'incident'),
  ];
  return html`<div class="portal-history">
    ${historyBars(answer, subject)}
    <p class="quiet">${words.join(' · ')}</p>
  </div>`;
}
