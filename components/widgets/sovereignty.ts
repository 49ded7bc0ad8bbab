import { type TemplateResult, html } from 'lit/html.js';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Sovereignty } from '../../data/readings/records.ts';
import { sovereignty } from '../../data/readings/sources/sovereignty.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { partsOf, sovereigntyRows, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';
import { define } from './define.ts';
import { panelStyles } from './panel-styles.ts';
import { ReadingElement } from './reading-element.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';
import { css } from './widget-element.ts';

/**
 * How much of itself the home runs: a percentage, its label, and a bar with a segment for each part, lit
 * where the part is the owner's own.
 *
 * @cssproperty --hw-accent - the empty part of the bar
 * @cssproperty --hw-sovereignty-high - score and bar at a high level
 * @cssproperty --hw-sovereignty-mid - score and bar at a middle level
 * @cssproperty --hw-sovereignty-low - score and bar at a low level
 * @cssproperty --hw-text-quiet - the parts, and the score while the level is unknown
 */
export class SovereigntyElement extends ReadingElement<Sovereignty> {
  static override styles = [
    panelStyles,
    css`
      dl {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 16px;
      }
      dt {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
      .score {
        font-size: 2.86em;
        line-height: 1.2;
        color: var(--level, var(--quiet));
      }
      .high {
        --level: var(
          --hw-sovereignty-high,
          light-dark(${light.sovereigntyHigh}, ${theme.colors.sovereigntyHigh})
        );
      }
      .mid {
        --level: var(
          --hw-sovereignty-mid,
          light-dark(${light.sovereigntyMid}, ${theme.colors.sovereigntyMid})
        );
      }
      .low,
      .error {
        --level: var(
          --hw-sovereignty-low,
          light-dark(${light.sovereigntyLow}, ${theme.colors.sovereigntyLow})
        );
      }
      ul {
        gap: 0;
        margin-top: 8px;
        color: var(--quiet);
      }
      .own {
        --mark: var(--level);
      }
      .bar {
        display: flex;
        gap: 4px;
        width: 100%;
        height: 4px;
        margin-top: 8px;
      }
      i {
        flex: 1;
        border-radius: 2px;
        background: var(--fill);
      }
      rect {
        fill: var(--fill);
      }
      .track {
        --fill: color-mix(in srgb, var(--accent) 20%, transparent);
      }
      .filled {
        --fill: var(--level);
        transition: width 0.6s ease;
      }
      :host([compact]) {
        .score {
          font-size: 1.43em;
        }
        ul {
          display: none;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .filled {
          transition: none;
        }
      }
    `,
  ];

  protected override readonly heading = 'Sovereignty';
  protected override readonly sources = () => [sovereignty];

  protected override readingOf(state: HomeState) {
    return state.readings.sovereignty.get();
  }

  protected override renderBody(reading: Reading<Sovereignty>): TemplateResult {
    const { score, label, level } = sovereigntyTexts(reading);
    const parts = partsOf(reading);
    return html`<div class=${level}>
      <dl>
        <dt>Score</dt>
        <dd class="score">${score}</dd>
        <dt>Label</dt>
        <dd class="label">${label}</dd>
      </dl>
      ${
        parts.length
          ? html`<div class="bar">
                ${parts.map(({ own }) => html`<i class=${own ? 'filled' : 'track'}></i>`)}
              </div>
              <ul>
                ${sovereigntyRows(reading).map(({ text, className }) => html`<li class=${className}>${text}</li>`)}
              </ul>`
          : html`<svg class="bar" aria-hidden="true">
              <rect class="track" width="100%" height="4" rx="2" />
              <rect class="filled" width=${`${currentValue(reading)?.score ?? 0}%`} height="4" rx="2" />
            </svg>`
      }
    </div>`;
  }
}

define('hw-sovereignty', SovereigntyElement);
