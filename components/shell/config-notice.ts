import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { icons } from '../icons.ts';
import { StateElement } from '../state-element.ts';
import { base, buttons, panel } from '../styles.ts';

/** Names the fields of config.json that were not used: which, what was expected, what was found. Can be put away. */
@customElement('hw-config-notice')
export class HwConfigNotice extends StateElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      :host {
        display: block;
      }
      section {
        display: flex;
        margin-bottom: 8px;
        border-left: 3px solid var(--hw-sovereignty-mid);
      }
      details {
        flex: 1;
        min-width: 0;
        padding: 11px 0 11px 16px;
      }
      summary {
        cursor: pointer;
      }
      dl {
        max-height: 200px;
        margin-top: 8px;
        overflow-wrap: anywhere;
      }
      dt {
        font-weight: 600;
      }
      dd {
        margin-bottom: 8px;
      }
    `,
  ];

  @state() private dismissed = false;

  protected override renderState(home: State): TemplateResult | typeof nothing {
    const problems = home.configProblems.get();
    if (problems.length === 0 || this.dismissed) return nothing;
    const count = problems.length === 1 ? '1 setting is' : `${problems.length} settings are`;
    return html`<section class="panel" aria-label="Settings that were not used">
      <details>
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
      <button type="button" class="icon" aria-label="Dismiss" @click=${() => (this.dismissed = true)}>
        ${icons.close}
      </button>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-config-notice': HwConfigNotice;
  }
}
