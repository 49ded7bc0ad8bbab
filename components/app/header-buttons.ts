import { type TemplateResult, html, nothing } from 'lit';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import { viewKeys } from '../../data/view/view.ts';
import type { WorldState } from '../../data/world-state.ts';
import { icons } from '../shared/icons.ts';

/** A button in the row or an entry of the menu. Both render the same HTML; the styles differ. */
export interface HeaderButton {
  /** Finds the button when the focus returns to it (`data-name`). */
  readonly name: string;
  /** The accessible name. */
  readonly label: string;
  /** The text of the menu entry, if it differs from the label. */
  readonly text?: string;
  /** The single-key shortcut with the same effect, as printed on the keyboard. */
  readonly key?: string;
  readonly icon: TemplateResult;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly press: () => void;
}

/**
 * Renders a button. `keysWork`: whether single-key shortcuts are switched on. `beforePress` runs before each
 * press.
 */
export const renderButton = (
  { name, label, text = label, key, icon, pressed, disabled = false, press }: HeaderButton,
  keysWork: boolean,
  beforePress: () => void,
): TemplateResult => {
  const shown = keysWork ? key : undefined;
  return html`<button
    type="button"
    class="icon"
    data-name=${name}
    aria-label=${label}
    aria-keyshortcuts=${shown ?? nothing}
    data-tip=${shown === undefined ? label : `${label} · ${shown}`}
    aria-pressed=${pressed === undefined ? nothing : pressed ? 'true' : 'false'}
    ?disabled=${disabled}
    @click=${() => {
      beforePress();
      press();
    }}
  >
    ${icon}<span class="name" aria-hidden="true">${text}</span>${
      shown === undefined ? nothing : html`<kbd aria-hidden="true" data-key=${shown}></kbd>`
    }
  </button>`;
};

/** The button that starts or ends the time-lapse; disabled until the 3D world is ready. */
export const timeLapseButton = (state: ViewState & WorldState): HeaderButton => ({
  name: 'timeLapse',
  label: 'Time-lapse of the day',
  text: 'Time-lapse',
  key: viewKeys['time-lapse'].shown,
  icon: icons.timeLapse,
  pressed: state.view.get().mode === 'time-lapse',
  disabled: state.world.status.get().phase !== 'ready',
  press: () => dispatchView(state, { kind: 'toggle', mode: 'time-lapse' }),
});

/** The button that opens the photo mode. */
export const photoButton = (state: ViewState): HeaderButton => ({
  name: 'photo',
  label: 'Photo',
  key: viewKeys.photo.shown,
  icon: icons.photo,
  press: () => dispatchView(state, { kind: 'enter', mode: 'photo' }),
});
