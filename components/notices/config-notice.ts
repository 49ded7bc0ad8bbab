import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ConfigState } from '../../data/config/config-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { CardElement } from '../shared/card-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { noticeStyles } from './notice-styles.ts';

/**
 * Names the fields of `config.json` that were not used: which, what was expected, and what was
 * found. The owner sees it on their own page; it can be dismissed.
 */
@customElement('hw-config-notice')
export class HwConfigNotice extends CardElement {
  static override styles = [
    base,
    panel,
    buttons,
    noticeStyles,
    css`
      summary {
        cursor: pointer;
      }
      dl {
        max-height: 12.5rem;
        margin-top: 0.5rem;
        overflow-wrap: anywhere;
      }
      dt {
        font-weight: 600;
      }
      dd {
        margin-bottom: 0.5rem;
      }
    `,
  ];

  /** The notice stays dismissed until a reload, because the configuration is read once. */
  @state() private dismissed = false;

  protected override renderState(state: ConfigState): TemplateResult | typeof nothing {
    const problems = state.configProblems.get();
    if (problems.length === 0 || this.dismissed) return nothing;
    const count = problems.length === 1 ? '1 setting is' : `${problems.length} settings are`;
    return html`<section class="panel" aria-label="Settings that were not used">
      <details class="text">
        <summary>${count} not used</summary>
        <dl class="scroll" tabindex="0">
          ${problems.map(
            ({ field, expected, got }) =>
              html`<dt>${field}</dt>
                <dd>
                  expected ${expected}<br /><span class="quiet">found ${got}; the default is used</span>
                </dd>`,
          )}
        </dl>
      </details>
      ${closeButton('Dismiss', () => (this.dismissed = true))}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-config-notice': HwConfigNotice;
  }
}
