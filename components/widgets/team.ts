import { type TemplateResult, html } from 'lit';
import type { HomeState } from '../../data/apps/home-state.ts';
import { sessionCountsText, sessionRow, sessionWorkText } from '../../data/readings/format-sessions.ts';
import { sessionCountText } from '../../data/readings/session-counts.ts';
import { absenceRows, counted } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { AgentSession, AgentSessions } from '../../data/readings/schemas/agent-sessions.ts';
import { sessions } from '../../data/readings/sources/sessions.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement, isolated } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';

/**
 * The sessions of the owner's coding agents: who waits for the owner, who has failed, who is at work. A row
 * has its state as a class: `waiting`, `failed`, `working`, `thinking`, `done` or `silent`.
 *
 * @cssproperty --hw-agent-working - the mark of a session at work
 * @cssproperty --hw-agent-idle - the mark of a session that is done
 */
export class TeamElement extends ListElement<AgentSessions> {
  static override styles = [
    panelStyles,
    css`
      li::before {
        width: 1.2em;
        text-align: center;
        content: '○' / '';
      }
      li.quiet::before {
        content: none;
      }
      li.waiting::before {
        content: '◆' / '';
      }
      li.failed::before {
        content: '×' / '';
      }
      li:is(.working, .thinking) {
        --mark: var(--hw-agent-working, light-dark(${light.agentWorking}, ${theme.colors.agentWorking}));
      }
      li:is(.working, .thinking)::before {
        content: '●' / '';
      }
      li.done {
        --mark: var(--hw-agent-idle, light-dark(${light.agentIdle}, ${theme.colors.agentIdle}));
      }
      li.silent::before {
        content: '◌' / '';
      }
      li.waiting .clamped:first-child {
        font-weight: 700;
      }
    `,
  ];

  protected override readonly usualRows = 3;
  protected override readonly heading = 'Agent sessions';
  protected override readonly sources = () => [sessions];

  protected override readingOf = (state: HomeState): Reading<AgentSessions> => state.readings.sessions.get();

  #row(session: AgentSession, now: number): TemplateResult {
    const { text, className } = sessionRow(session, now);
    const detail = [sessionWorkText(session), sessionCountsText(session)].filter(Boolean).join(' · ');
    return this.renderRow({ text: isolated(text), className }, detail === '' ? undefined : isolated(detail));
  }

  protected override renderBody(reading: Reading<AgentSessions>, now: number): TemplateResult {
    const value = currentValue(reading);
    if (!value)
      return html`<ul>
        ${absenceRows('SESSIONS', reading).map((row) => this.renderRow(row))}
        ${this.renderWaiting(reading.state)}
      </ul>`;
    const shown = value.sessions.slice(0, this.most);
    const others = value.more + value.sessions.length - shown.length;
    const rest =
      shown.length === 0 ? sessionCountText(value.counts) : `and ${counted(others, 'other session')}`;
    return html`<ul>
      ${shown.map((session) => this.#row(session, now))}
      ${others > 0 ? this.renderRow({ text: rest, className: 'quiet' }) : ''}
    </ul>`;
  }
}

define('hw-team', TeamElement);
