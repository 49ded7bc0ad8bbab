import { type TemplateResult, html, nothing } from 'lit';
import { type AudioState, setAudioEnabled } from '../../data/config/settings/audio.ts';
import {
  type NarrationName,
  type NarrationState,
  isNarrated,
  toggleNarration,
} from '../../data/speech/narration.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { icons } from '../shared/icons.ts';

/** A button in the row or an entry of the menu. Both render the same HTML; the styles differ. */
export interface HeaderButton {
  /** Finds the button when the focus returns to it (`data-name`). */
  readonly name: string;
  /** The accessible name. */
  readonly label: string;
  /** The tooltip, if it differs from the label. */
  readonly tip?: string;
  /** The text of the menu entry, if it differs from the label. */
  readonly text?: string;
  readonly icon: TemplateResult;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly press: () => void;
}

/** A button. `beforePress` runs before each press. */
export const renderButton = (
  { name, label, tip = label, text = label, icon, pressed, disabled = false, press }: HeaderButton,
  beforePress: () => void,
): TemplateResult =>
  html`<button
    type="button"
    class="icon"
    data-name=${name}
    aria-label=${label}
    data-tip=${tip}
    aria-pressed=${pressed === undefined ? nothing : pressed ? 'true' : 'false'}
    ?disabled=${disabled}
    @click=${() => {
      beforePress();
      press();
    }}
  >
    ${icon}<span class="name" aria-hidden="true">${text}</span>
  </button>`;

/** Switches the sound of the world. */
export function soundButton(state: AudioState & SettingsState): HeaderButton {
  const pressed = state.audio.enabled.get();
  const { note } = state.audio.status.get();
  return {
    name: 'sound',
    label: 'Sound',
    ...(note !== '' && { tip: note }),
    icon: pressed ? icons.sound : icons.muted,
    pressed,
    // The visitor's first gesture may resume the sound; a press of this button does not count as that gesture
    // (world/audio/audio.ts).
    press: () => setAudioEnabled(state, !pressed),
  };
}

/** Starts or stops reading aloud. */
export const narrationButton = (state: NarrationState, name: NarrationName, label: string): HeaderButton => ({
  name,
  label,
  icon: icons[name],
  pressed: isNarrated(state, name),
  press: () => toggleNarration(state, name),
});

/** Starts the time-lapse, which needs the 3D world. */
export const timeLapseButton = (state: ViewState & WorldState): HeaderButton => ({
  name: 'timeLapse',
  label: 'Time-lapse of the day',
  text: 'Time-lapse',
  icon: icons.timeLapse,
  pressed: state.view.get().mode === 'time-lapse',
  disabled: state.world.status.get().phase !== 'ready',
  press: () => dispatchView(state, { kind: 'toggle', mode: 'time-lapse' }),
});

/** Opens the photo mode. */
export const photoButton = (state: ViewState): HeaderButton => ({
  name: 'photo',
  label: 'Photo',
  icon: icons.photo,
  press: () => dispatchView(state, { kind: 'enter', mode: 'photo' }),
});

/** A link, because it leads to another page. */
export const heartbeatLink = (state: PageState): TemplateResult =>
  html`<a class="icon" href=${new URL('heartbeat.html', state.base).href} aria-label="Heartbeat page"
    >${icons.heartbeat}<span class="name" aria-hidden="true">Heartbeat page</span></a
  >`;
