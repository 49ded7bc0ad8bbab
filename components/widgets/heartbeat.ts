import { type TemplateResult, html, nothing } from 'lit/html.js';
import { parseConfig } from '../../data/config/parse-config.ts';
import { activity } from '../../data/readings/sources/activity.ts';
import { agentStatus } from '../../data/readings/sources/agent-status.ts';
import { blockHeight } from '../../data/readings/sources/block-height.ts';
import { commits } from '../../data/readings/sources/commits.ts';
import { sovereignty } from '../../data/readings/sources/sovereignty.ts';
import { weather } from '../../data/readings/sources/weather.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import './agents.ts';
import './block-height.ts';
import './commits.ts';
import { define } from './define.ts';
import { HomeElement } from './home-element.ts';
import './now.ts';
import { panelStyles } from './panel-styles.ts';
import './sovereignty.ts';
import './weather.ts';
import { css } from './widget-element.ts';

/** How long the page's own text is shown for missing readings. */
const PATIENCE_MS = 1_500;
const PARTS = 'panel, title, source';
const PASSED_ON = ['compact', 'heading-level', 'limit', 'theme', 'units'];

/**
 * The heartbeat of a home: sovereignty, what its resident does now, agents, last commits, weather and
 * block height, each in its own widget.
 *
 * @csspart panel - the box of the notes about the home as a whole, if there are any
 */
export class HeartbeatElement extends HomeElement {
  static override styles = [
    panelStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .grid {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 8px;
      }
      .wide,
      .whole {
        grid-column: 1 / -1;
      }
      section {
        height: auto;
        margin-bottom: 8px;
      }
      @container (width < 20em) {
        .grid {
          grid-template-columns: 1fr;
        }
      }
      @container (width >= 51.4em) {
        .grid {
          grid-template-columns: 1fr 1fr 1fr 1fr;
          gap: 16px;
        }
        .wide {
          grid-column: span 2;
        }
        section {
          margin-bottom: 16px;
        }
      }
    `,
  ];

  protected override readonly heading = 'Heartbeat';
  protected override readonly sources = () => [
    sovereignty,
    activity,
    agentStatus,
    commits,
    weather,
    blockHeight,
  ];

  /** When its home was ready, by the home's clock. */
  #readyAt: number | undefined;

  /** Whether first answers are missing; not for long, because one source may be slow. */
  #isWaiting(state: HomeState): boolean {
    const now = state.now.get();
    this.#readyAt ??= now;
    return (
      now < this.#readyAt + PATIENCE_MS &&
      this.sources().some(({ name }) => state.readings[name].get().state === 'loading')
    );
  }

  /** What is wrong with the home as a whole; each widget says what is wrong with its own reading. */
  #renderNotes(state: HomeState): TemplateResult | typeof nothing {
    // Widgets read only their part of the file; what is wrong in all of it is said here.
    const file = state.configFile.get();
    const problems = 'problem' in file ? [file.problem] : parseConfig(file.raw).problems;
    const online = state.online.get();
    if (online && problems.length === 0) return nothing;
    return html`<section
      lang="en"
      part="panel"
      class=${this.scheme}
      role="status"
      aria-label="About this home"
    >
      ${online ? nothing : html`<p>You are offline. These are the last readings that arrived.</p>`}
      ${
        problems.length === 0
          ? nothing
          : html`<p>Correct in config.json; until then these fields use defaults:</p>
              <ul>
                ${problems.map(
                  ({ field, expected, got }) =>
                    html`<li>
                      <span>${field} should be ${expected}; it is ${got}</span>
                    </li>`,
                )}
              </ul>`
      }
    </section>`;
  }

  /** The widgets inside get the attributes that are about their look. */
  protected override updated(): void {
    super.updated();
    for (const widget of this.renderRoot.querySelectorAll('.grid > *'))
      for (const name of PASSED_ON) {
        const value = this.getAttribute(name);
        if (value === null) widget.removeAttribute(name);
        else widget.setAttribute(name, value);
      }
  }

  /**
   * The children of the element stay until the first answers are there: the widgets then appear with their
   * readings, and nothing moves that the reader has seen.
   */
  protected override render(): TemplateResult {
    const { view } = this;
    const isEarly = view.phase === 'connecting' || (view.phase === 'ready' && this.#isWaiting(view.state));
    return isEarly && this.querySelector(':scope > :not([slot])') ? html`<slot></slot>` : super.render();
  }

  protected override renderHome(state: HomeState): TemplateResult {
    return html`${this.#renderNotes(state)}
      <div class="grid">
        <hw-sovereignty class="wide" exportparts=${PARTS} .state=${state}></hw-sovereignty>
        <hw-weather exportparts=${PARTS} .state=${state}></hw-weather>
        <hw-block-height exportparts=${PARTS} .state=${state}></hw-block-height>
        <hw-now class="whole" exportparts=${PARTS} .state=${state}></hw-now>
        <hw-agents class="wide" exportparts=${PARTS} .state=${state}></hw-agents>
        <hw-commits class="wide" exportparts=${PARTS} .state=${state}></hw-commits>
      </div>`;
  }
}

define('hw-heartbeat', HeartbeatElement);
