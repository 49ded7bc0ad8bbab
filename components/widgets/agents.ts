import { type TemplateResult, html } from 'lit';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { AgentActivity } from '../../data/readings/records.ts';
import { agentActivity } from '../../data/readings/activity.ts';
import { agentStatus } from '../../data/readings/sources/owner-files.ts';
import { commits } from '../../data/readings/sources/commits.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { agentDetails, agentRows } from '../../data/readings/format-agents.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';

/**
 * Each agent: WORKING, IDLE or DEAD, and its last commit. A row has the class `working`, `idle` or
 * `dead` (specification 3.1).
 *
 * @cssproperty --hw-agent-working - the mark of a working agent
 * @cssproperty --hw-agent-idle - the mark of an idle agent
 * @cssproperty --hw-agent-dormant - the disc behind the mark of a dormant agent
 * @cssproperty --hw-agent-dormant-text - the mark of a dormant agent
 * @cssproperty --hw-agent-dead - the disc behind the mark of a dead agent
 * @cssproperty --hw-agent-dead-text - the mark and the words of a dead agent
 */
export class AgentsElement extends ListElement<readonly AgentActivity[]> {
  static override styles = [
    panelStyles,
    css`
      li.working {
        --mark: var(--hw-agent-working, light-dark(${light.agentWorking}, ${theme.colors.agentWorking}));
      }
      li.working::before {
        content: '●' / '';
      }
      li.idle {
        --mark: var(--hw-agent-idle, light-dark(${light.agentIdle}, ${theme.colors.agentIdle}));
      }
      li.idle::before {
        content: '○' / '';
      }
      li.dormant {
        --mark: var(
          --hw-agent-dormant-text,
          light-dark(${light.agentDormantText}, ${theme.colors.agentDormantText})
        );
        --disc: var(--hw-agent-dormant, light-dark(transparent, ${theme.colors.agentDormant}));
      }
      li.dead::before {
        content: '×' / '';
      }
      section:not([data-state='error']) li.dead {
        --mark: var(--hw-agent-dead-text, light-dark(${light.agentDeadText}, ${theme.colors.agentDeadText}));
        --disc: var(--hw-agent-dead, light-dark(transparent, ${theme.colors.agentDead}));
        color: var(--mark);
      }
      li::before {
        width: 1.2em;
        line-height: 1.2;
        top: 0.15em;
        text-align: center;
        background: var(--disc);
        border-radius: 50%;
      }
      /* A long name must not hide the status after it. */
      li > .clamped:first-child {
        -webkit-line-clamp: none;
      }
    `,
  ];

  protected override readonly usualRows = 3;
  protected override readonly heading = 'Agents';
  protected override readonly sources = () => [commits, agentStatus];

  protected override readingOf(state: HomeState) {
    const { config, readings, now } = state;
    // Computed from the same two readings as in the page of the world.
    return agentActivity(
      config.get().codeHost,
      readings.commits.get(),
      readings.agentStatus.get(),
      now.get(),
    );
  }

  protected override renderBody(reading: Reading<readonly AgentActivity[]>, now: number): TemplateResult {
    const agents = currentValue(reading);
    return html`<ul>
      ${agentRows(reading)
        .slice(0, this.limit)
        .map((row, index) => {
          const agent = agents?.[index];
          return this.renderRow(row, agent && agentDetails(agent, now).join(' · '));
        })}
      ${this.renderWaiting(reading.state)}
    </ul>`;
  }
}

define('hw-agents', AgentsElement);
