import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { withoutBidiControls } from '../../data/core/text.ts';
import { dayEvents } from '../../data/day/day-events.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { clockText } from '../../data/time-lapse/time-lapse.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import { StateElement } from '../shared/state-element.ts';
import { base } from '../shared/styles.ts';

/** The maximum number of listed events. */
const MAX_LISTED = 500;

/** The replayed day as a list: what agents did, commits and merged pull requests. */
@customElement('hw-day-events')
export class HwDayEvents extends StateElement {
  static override styles = [
    base,
    css`
      h3 {
        margin: 1rem 0 0.25rem;
        font-size: 0.8125rem;
        color: var(--hw-panel-text);
      }
      li {
        padding: 2px 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override renderState({
    timeLapse,
    readings,
  }: TimeLapseState & ReadingsState): TemplateResult | typeof nothing {
    const run = timeLapse.run.get();
    if (!run) return nothing;
    const { from, to, commits, agents, dayText } = run;
    const merged = currentValue(readings.merged.get()) ?? [];
    const events = dayEvents({ from, to, day: agents?.day, commits, merged });
    const notes = [
      events.length === 0 && 'Nothing is known to have happened.',
      agents?.cause && `What the agents did could not be read: ${agents.cause}`,
      agents?.day?.recorded && 'The sessions are a recording, as slow as it takes to last a day.',
      agents?.day?.isCut &&
        `The sessions are listed until ${clockText(agents.day.until, run)}: there were more.`,
      events.length > MAX_LISTED && `${events.length - MAX_LISTED} more events are not listed.`,
    ].filter((note): note is string => typeof note === 'string');
    return html`<section>
      <h3>The day replayed, ${dayText}</h3>
      <ol>
        ${events
          .slice(0, MAX_LISTED)
          .map(
            ({ at, text }) => html`<li>${clockText(at, run)} <bdi>${withoutBidiControls(text)}</bdi></li>`,
          )}
      </ol>
      ${notes.map((note) => html`<p class="quiet">${note}</p>`)}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-day-events': HwDayEvents;
  }
}
