import { type TemplateResult, html } from 'lit';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Portal } from '../../data/readings/records.ts';
import { joinPortals, portalStatus } from '../../data/readings/portals.ts';
import { createPortalHealth } from '../../data/readings/sources/portal-health.ts';
import { createPortalStates } from '../../data/readings/sources/portal-states.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { type Row, absenceRows } from '../../data/readings/format.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';

/** One row per portal, for example `Garden: ONLINE`. */
function portalRows(reading: Reading<readonly Portal[]>): Row[] {
  const list = currentValue(reading);
  if (!list || list.length === 0) return absenceRows('PORTALS', reading);
  return list.map((portal) => {
    const status = portalStatus(portal);
    return { text: `${portal.record.name}: ${status.toUpperCase()}`, className: status };
  });
}

/**
 * The portals of this home, and whether they are online.
 *
 * @cssproperty --hw-connected - the mark of a portal that is online
 */
export class PortalsElement extends ListElement<readonly Portal[]> {
  static override styles = [
    panelStyles,
    css`
      li::before {
        content: '◌' / '';
      }
      .online {
        --mark: var(--hw-connected, light-dark(${light.connected}, ${theme.colors.connected}));
      }
      .online::before {
        content: '●' / '';
      }
      .offline::before {
        content: '×' / '';
      }
      /* The status after a long name, and the reason why a portal is closed, are never cut off. */
      li > .clamped {
        display: block;
        overflow: visible;
      }
      a {
        display: inline-block;
        padding-block: 4px;
      }
      section {
        --row-padding: 8px;
      }
      /* A touch target needs 44 px. In a narrow widget, the empty lines of the row have room for it. */
      @media (pointer: coarse) {
        a {
          min-width: 44px;
          padding-block: max(4px, 22px - 0.75em);
        }
        section {
          --row-padding: max(8px, 44px - 1.5em);
        }
      }
      @container (width < 46em) {
        section {
          --row-padding: 0px;
          --detail-lines: 2;
        }
        @media (pointer: coarse) {
          a {
            margin-block: min(0px, 0.75em - 18px);
          }
        }
      }
    `,
  ];

  protected override readonly usualRows = 4;
  protected override readonly heading = 'Portals';
  /** The health checks need the URLs of the portals, which are in the records. */
  protected override readonly sources = (state: HomeState) => [
    createPortalStates(),
    createPortalHealth(() => currentValue(state.readings.portalRecords.get()) ?? []),
  ];

  protected override readingOf(state: HomeState) {
    const { portalRecords, portalHealth } = state.readings;
    return joinPortals(portalRecords.get(), portalHealth.get(), state.base);
  }

  /** The link of an open portal, or the reason why it is closed. */
  #renderWay({ record, entrance }: Portal): TemplateResult {
    return entrance.open
      ? html`<a href=${entrance.href} aria-label=${`${record.destination.action_label} ${record.name}`}
          >${record.destination.action_label}</a
        >`
      : html`${entrance.reason}`;
  }

  protected override renderBody(reading: Reading<readonly Portal[]>): TemplateResult {
    const list = currentValue(reading);
    return html`<ul>
      ${portalRows(reading)
        .slice(0, this.limit)
        .map((row, index) => {
          const portal = list?.[index];
          return this.renderRow(row, portal && this.#renderWay(portal));
        })}
      ${this.renderWaiting(reading.state)}
    </ul>`;
  }
}

define('hw-portals', PortalsElement);
