import { type TemplateResult, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { closeButton } from '../shared/control-icons.ts';
import { CardElement } from '../shared/card-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { noticeStyles } from './notice-styles.ts';

/**
 * Says that settings of the picture were reverted, and why. It can be dismissed.
 *
 * The settings store puts new picture settings on trial: if the page did not draw with them for long enough,
 * the next start reverts to the last settings that worked. So a quality that is too high cannot lock a
 * visitor out of the settings.
 */
@customElement('hw-settings-notice')
export class HwSettingsNotice extends CardElement {
  static override styles = [base, panel, buttons, noticeStyles];

  protected override renderState(state: SettingsState): TemplateResult {
    const note = state.settingsNote.get();
    return html`<div role="status">
      ${
        note.reverted === ''
          ? nothing
          : html`<section class="panel" aria-label="Settings that were changed back">
              <p class="text">${note.reverted}</p>
              ${closeButton('Dismiss', () => state.settingsNote.set({ ...note, reverted: '' }))}
            </section>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-settings-notice': HwSettingsNotice;
  }
}
