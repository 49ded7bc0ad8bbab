import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import {
  type Bus,
  type Settings,
  type SettingsState,
  FIELD_OF_VIEW,
  LOOK_SPEED,
  MAX_VISITOR_NAME,
  RESOLUTION,
  buses,
  changeSettings,
  defaultSettings,
} from '../../data/config/settings/settings.ts';
import { RESERVED_NAME_TEXT, cleanName, isReservedName } from '../../data/presence/names.ts';
import type { AudioState } from '../../data/config/settings/audio.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { StateElement } from '../shared/state-element.ts';
import { sliders } from '../shared/slider-styles.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { formStyles } from './form-styles.ts';
import { checkboxField, choiceField, sliderField, textField } from './setting-fields.ts';

type StateSlice = AudioState & ChatState & ConfigState & SettingsState & ViewState & WorldState;

/** The name of each quality in the list. */
const QUALITIES: Readonly<Record<Settings['quality'], string>> = {
  auto: 'automatic',
  lowest: 'lowest',
  low: 'low',
  middle: 'middle',
  highest: 'highest',
};
/** The name of each choice of motion in the list. */
const MOTIONS: Readonly<Record<Settings['motion'], string>> = {
  system: 'same as this device',
  reduced: 'reduced',
  full: 'full',
};
/** The name of each volume. */
const BUSES: Readonly<Record<Bus, string>> = {
  master: 'Everything',
  ambient: 'Ambience',
  portals: 'Portals',
  effects: 'Effects',
  voice: 'Voice',
};

/** For example `80 %`. */
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * What visitors set for themselves: picture, motion and controls, and sound. Every change takes
 * effect at once, and `data/config/settings/settings-store.ts` saves it in the browser.
 *
 * @cssproperty --hw-panel-background - the background
 * @cssproperty --hw-accent - lines and sliders
 * @cssproperty --hw-text - labels
 * @cssproperty --hw-text-quiet - help
 * @cssproperty --hw-panel-text - the focus ring
 */
@customElement('hw-settings')
export class HwSettings extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    sliders,
    formStyles,
    css`
      :host {
        color-scheme: dark;
      }
      .undone {
        margin: 0 0 0.5rem;
        padding: 0.25rem 0 0.25rem 0.75rem;
        border-left: 3px solid var(--hw-sovereignty-mid);
      }
      .foot .quiet {
        flex: 1 1 8rem;
      }
      .foot {
        padding-right: 0.5rem;
      }
    `,
  ];

  /** Changes some settings; the others stay. */
  #set(change: Partial<Settings>): void {
    if (this.state) changeSettings(this.state, change);
  }

  /** The checkbox of a setting that is on or off. */
  #check(
    id:
      | 'effects'
      | 'plain'
      | 'acting'
      | 'showMe'
      | 'showOthers'
      | 'invertLook'
      | 'comeCloser'
      | 'captions'
      | 'shortcuts',
    label: string,
    help: string,
  ): TemplateResult {
    const checked = this.state?.settings.get()[id] ?? false;
    return checkboxField({ id, label, help, checked, set: (on) => this.#set({ [id]: on }) });
  }

  /** The present quality, and what decides it. */
  #qualityHelp({ world, settings }: SettingsState & WorldState): string {
    const fixed = world.fixedQuality.get();
    if (fixed !== undefined) return `The address of this page sets “${fixed}” (quality=${fixed}).`;
    const { phase } = world.status.get();
    if (settings.get().quality !== 'auto') return 'Stays at this level, even if it is slow.';
    const now = phase === 'ready' ? ` Now: ${world.quality.get()}.` : '';
    return `The best level that runs smoothly here.${now}`;
  }

  /** The settings of the picture; they need a 3D world. */
  #picture(state: SettingsState & WorldState, settings: Settings): TemplateResult {
    const isFixed = state.world.fixedQuality.get() !== undefined;
    return html`<fieldset>
      <legend>Picture</legend>
      ${choiceField({
        id: 'quality',
        label: 'Quality',
        help: this.#qualityHelp(state),
        options: QUALITIES,
        chosen: settings.quality,
        disabled: isFixed,
        set: (quality) => this.#set({ quality }),
      })}
      ${
        isFixed
          ? html`<button type="button" class="action" @click=${() => this.#useOwnQuality(state)}>
              Use my own quality
            </button>`
          : nothing
      }
      ${sliderField({
        id: 'resolution',
        label: 'Resolution',
        help: 'Lower is faster and less sharp.',
        ...RESOLUTION,
        step: 0.05,
        value: settings.resolution,
        text: percent(settings.resolution),
        set: (resolution) => this.#set({ resolution }),
      })}
      ${this.#check('effects', 'Effects', 'Glow and depth of field. Off also means less rain, snow and fireworks.')}
      ${sliderField({
        id: 'fieldOfView',
        label: 'Field of view',
        ...FIELD_OF_VIEW,
        step: 1,
        value: settings.fieldOfView,
        text: `${settings.fieldOfView}°`,
        set: (fieldOfView) => this.#set({ fieldOfView }),
      })}
    </fieldset>`;
  }

  /** Motion and controls. */
  #moving(state: WorldState, settings: Settings, drawn: boolean): TemplateResult {
    const motionNow = state.world.reducedMotion.get() ? 'reduced' : 'full';
    return html`<fieldset>
      <legend>Movement</legend>
      ${choiceField({
        id: 'motion',
        label: 'Motion',
        help: `Reduced: the camera jumps instead of flying, the sky stands still, nothing flashes. Now: ${motionNow}.`,
        options: MOTIONS,
        chosen: settings.motion,
        set: (motion) => this.#set({ motion }),
      })}
      ${this.#check('plain', 'Plain look', 'The same scene and panels, without motion and without glow.')}
      ${
        drawn
          ? html`${sliderField({
              id: 'lookSpeed',
              label: 'Look speed',
              ...LOOK_SPEED,
              step: 0.25,
              value: settings.lookSpeed,
              text: `× ${settings.lookSpeed}`,
              set: (lookSpeed) => this.#set({ lookSpeed }),
            })}
            ${this.#check('invertLook', 'Invert vertical look', 'Pull back to look up.')}
            ${this.#check(
              'comeCloser',
              'Come closer to talk',
              'Opening the chat brings you to the resident, closing it brings you back.',
            )}`
          : nothing
      }
      ${this.#check(
        'shortcuts',
        'Shortcuts',
        'Single keys run commands. Walking, Enter and Esc always work.',
      )}
    </fieldset>`;
  }

  /** What the resident may do. */
  #resident(state: ChatState): TemplateResult {
    const { name } = state.resident.get();
    return html`<fieldset>
      <legend>${name}</legend>
      ${this.#check(
        'acting',
        `Let ${name} act in my world`,
        'It may offer flights and views, light fireworks and say words in the world. Off: it only answers in the chat.',
      )}
    </fieldset>`;
  }

  /** What other visitors see; only if the home shows visitors to each other. */
  #visitors(state: ConfigState, { visitorName }: Settings): TemplateResult | typeof nothing {
    if (!state.config.get().together.presence) return nothing;
    return html`<fieldset>
      <legend>Visitors</legend>
      ${this.#check(
        'showMe',
        'Show me to others',
        'Others see where you are as a small light, with your name if you write one. Nothing of it is stored.',
      )}
      ${this.#check('showOthers', 'Show others', 'Lights of other visitors, their names and gestures.')}
      ${textField({
        id: 'visitorName',
        label: 'My name',
        help: 'For the others to read beside your light. Leave it empty to have none.',
        problem: isReservedName(cleanName(visitorName), state.config.get().resident.name)
          ? RESERVED_NAME_TEXT
          : '',
        value: visitorName,
        maxLength: MAX_VISITOR_NAME,
        set: (name) => this.#set({ visitorName: name }),
      })}
    </fieldset>`;
  }

  /** The volumes, and why there is no sound. */
  #sound(state: AudioState, { volume }: Settings): TemplateResult {
    const { enabled, status } = state.audio;
    const soundNote = enabled.get()
      ? status.get().note
      : 'Sound is off. Switch it on in the menu of the header, or with M.';
    return html`<fieldset>
      <legend>Sound</legend>
      ${soundNote ? html`<p class="quiet">${soundNote}</p>` : nothing}
      ${buses.map((bus) =>
        sliderField({
          id: `volume-${bus}`,
          label: BUSES[bus],
          min: 0,
          max: 1,
          step: 0.05,
          value: volume[bus],
          text: percent(volume[bus]),
          set: (share) =>
            this.#set({ volume: { ...(this.state?.settings.get().volume ?? volume), [bus]: share } }),
        }),
      )}
      ${this.#check('captions', 'Captions', 'Shows spoken words as text.')}
    </fieldset>`;
  }

  /**
   * Ends the quality that the URL fixes. The quality is also removed from the URL, because a reload would fix
   * it again.
   */
  #useOwnQuality(state: WorldState): void {
    state.world.fixedQuality.set(undefined);
    const address = new URL(window.location.href);
    address.searchParams.delete('quality');
    window.history.replaceState(window.history.state, '', address);
    // The button is removed: the focus moves to the quality field.
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#quality')?.focus());
  }

  /** Resets the settings to the defaults. */
  readonly #reset = (): void => {
    if (!this.state) return;
    // The sound has its switch in the header, so it is not reset here.
    const { sound } = this.state.settings.get();
    this.#set({ ...defaultSettings, sound });
  };

  protected override renderState(state: StateSlice): TemplateResult {
    const settings = state.settings.get();
    const { phase, enter } = state.world.status.get();
    const drawn = phase !== 'unavailable' || enter !== undefined;
    const { saved, reverted } = state.settingsNote.get();
    return html`<section class="panel filling" aria-labelledby="title">
      <div class="panel-head">
        <h2 id="title">Settings</h2>
        ${closeButton('Close the settings', () => state.panels.settings.set(false))}
      </div>
      <div class="body scroll">
        ${reverted === '' ? nothing : html`<p class="undone">${reverted}</p>`}
        ${drawn ? this.#picture(state, settings) : nothing} ${this.#moving(state, settings, drawn)}
        ${this.#resident(state)} ${this.#visitors(state, settings)} ${this.#sound(state, settings)}
      </div>
      <div class="foot">
        <span class="quiet">
          ${saved ? 'Saved in this browser.' : 'This browser cannot save settings: they last until you close the page.'}
        </span>
        <button type="button" class="action" @click=${this.#reset}>Reset to defaults</button>
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-settings': HwSettings;
  }
}
