import { type TemplateResult, html, nothing } from 'lit';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Sovereignty } from '../../data/readings/records.ts';
import { sovereignty } from '../../data/readings/sources/sovereignty.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { partsOf, sovereigntyRows, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';

/**
 * How much of itself the home runs: a percentage, its label, and a bar with a segment for each part, lit
 * where the part is the owner's own.
 *
 * @csspart bar - a segment for each part
 * @cssproperty --hw-accent - border, underlines, focus, and the empty part of the bar
 * @cssproperty --hw-sovereignty-high - score and bar at a high level
 * @cssproperty --hw-sovereignty-mid - score and bar at a middle level
 * @cssproperty --hw-sovereignty-low - score and bar at a low level
 * @cssproperty --hw-text-quiet - headings, ages, sources, the parts, and the score while the level is unknown
 */
export class SovereigntyElement extends ListElement<Sovereignty> {
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
        align-content: start;
        gap: 0;
        min-height: calc(var(--lines) * 1.5em);
        margin-top: var(--space);
        color: var(--quiet);
      }
      li::before {
        content: '○' / '';
      }
      .own {
        --mark: var(--level);
      }
      .own::before {
        content: '●' / '';
      }
      /* Sentences are not cut off. The home sets the number of lines. */
      li > .clamped {
        -webkit-line-clamp: none;
      }
      section {
        --detail-lines: 0;
        --lines: var(--hw-sovereignty-rows, 7);
      }
      @container (width < 46em) {
        section {
          --lines: var(--hw-sovereignty-lines, 11);
        }
      }
      @container (width < 31em) {
        section {
          --lines: var(--hw-sovereignty-lines-narrow, 14);
        }
      }
      .bar {
        display: flex;
        gap: 4px;
        /* Replaces the intrinsic width of the SVG by the available width. */
        width: 0;
        min-width: 100%;
        height: 4px;
        margin-top: var(--space);
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
        transition: width var(--hw-motion, 0.6s) ease;
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

  protected override readonly usualRows = 7;
  /** All parts, because the score counts all of them. */
  protected override get most(): number {
    return Infinity;
  }
  protected override readonly heading = 'Sovereignty';
  protected override readonly sources = () => [sovereignty];

  protected override readingOf(state: HomeState) {
    return state.readings.sovereignty.get();
  }

  protected override renderBody(reading: Reading<Sovereignty>): TemplateResult {
    const { score, label, level } = sovereigntyTexts(reading);
    const parts = partsOf(reading);
    const rows = [
      ...sovereigntyRows(reading).map((row) => this.renderRow(row)),
      ...this.renderWaiting(reading.state, 0),
    ];
    return html`<div class=${level}>
      <dl>
        <dt>Score</dt>
        <dd class="score" part="figure">${score}</dd>
        <dt>Label</dt>
        <dd class="label">${label}</dd>
      </dl>
      ${
        parts.length
          ? html`<div class="bar" part="bar">
              ${parts.map(({ own }) => html`<i class=${own ? 'filled' : 'track'}></i>`)}
            </div>`
          : html`<svg class="bar" part="bar" aria-hidden="true">
              <rect class="track" width="100%" height="4" rx="2" />
              <rect class="filled" width=${`${currentValue(reading)?.score ?? 0}%`} height="4" rx="2" />
            </svg>`
      }
      ${
        rows.length > 0
          ? html`<ul>
              ${rows}
            </ul>`
          : nothing
      }
    </div>`;
  }
}

define('hw-sovereignty', SovereigntyElement);
