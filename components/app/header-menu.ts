/** The entries of the menu “More”. The first frame does not need them, so they have their own file. */
import { type TemplateResult, html } from 'lit';
import { type AudioState, setAudioEnabled } from '../../data/config/settings/audio.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import type { PageState } from '../../data/core/page-state.ts';
import {
  type NarrationName,
  type NarrationState,
  isNarrated,
  toggleNarration,
} from '../../data/speech/narration.ts';
import { insteadOfWorld } from '../../data/world-state.ts';
import type { State } from '../../data/state.ts';
import { soundKey } from '../../data/view/shortcuts.ts';
import { presentAddress } from '../../data/view/url-sync.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { line } from '../shared/icons.ts';
import type { HeaderButton } from './header-buttons.ts';
import type { PanelGroup } from './panels.ts';

/** What the entries need of the header. */
export interface MenuHost {
  /** The buttons of the panels of a group, in the order of the table. */
  panels(group: PanelGroup): readonly HeaderButton[];
  share(): void;
  exportSession(): void;
}

/** A group of entries; a line separates it from the next one. */
export type MenuGroup = readonly (HeaderButton | TemplateResult)[];

const menuIcons = {
  export: line('M12 4v11m-4-4 4 4 4-4M5 20h14'),
  heartbeat: line('M3 12h4l2-6 4 12 3-9 1 3h4'),
  /** A loudspeaker with waves while the sound is on, crossed out while it is off. */
  sound: line('M4 9.5h3.5L12 5.5v13l-4.5-4H4v-5Zm11.5-.5a4.2 4.2 0 0 1 0 6m2.5-8.5a7.8 7.8 0 0 1 0 11'),
  muted: line('M4 9.5h3.5L12 5.5v13l-4.5-4H4v-5Zm12 0 5 5m0-5-5 5'),
  /** Headphones, for the podcast of the day. */
  podcast: line('M4.5 15v-3a7.5 7.5 0 0 1 15 0v3M4.5 14h3v5.5h-3V14Zm12 0h3v5.5h-3V14Z'),
  /** A flame, for the soul: the purpose of the home. */
  soul: line(
    'M12 3c2.8 3.6 5.5 6.4 5.5 10.6a5.5 5.5 0 0 1-11 0C6.5 11 7.8 9.4 9 8c.3 1.5.9 2.4 1.8 2.9C11.6 8.5 11.9 5.8 12 3Z',
  ),
} as const;

/** The button that switches the sound of the world on or off. */
function soundButton(state: AudioState & SettingsState): HeaderButton {
  const pressed = state.audio.enabled.get();
  const { note } = state.audio.status.get();
  return {
    name: 'sound',
    label: note === '' ? 'Sound' : `Sound: ${note}`,
    key: soundKey.shown,
    icon: pressed ? menuIcons.sound : menuIcons.muted,
    pressed,
    // A press of this button does not first resume the sound of the last visit (world/audio/audio.ts), so
    // `pressed` is still the state that the visitor sees.
    press: () => setAudioEnabled(state, !pressed),
  };
}

/** The button that starts or stops reading `name` aloud. */
const narrationButton = (state: NarrationState, name: NarrationName, label: string): HeaderButton => ({
  name,
  label,
  icon: menuIcons[name],
  pressed: isNarrated(state, name),
  press: () => toggleNarration(state, name),
});

/** The button “Share”. Its label says what is shared: the home at the start, otherwise the present view. */
const shareButton = (state: State, press: () => void): HeaderButton => ({
  name: 'share',
  // At the start the address is that of the home, without a view.
  label: presentAddress(state) === state.base ? 'Share this home' : 'Share this view',
  icon: controlIcons.share,
  press,
});

/** A link, because it leads to another page. */
const heartbeatLink = (state: PageState): TemplateResult =>
  html`<a class="icon" href=${new URL('heartbeat.html', state.base).href} aria-label="Heartbeat page"
    >${menuIcons.heartbeat}<span class="name" aria-hidden="true">Heartbeat page</span></a
  >`;

/**
 * The groups of the menu: what narrow windows leave out of the row (`moved`), what visitors switch, what they
 * read, what they hear, what they save or share, and what is for owners. Without a world there is no button
 * for the sound. If the home as text replaces the world, there is no button for the text.
 */
export function menuGroups(
  state: State,
  host: MenuHost,
  moved: readonly HeaderButton[],
  hasWorld: boolean,
): readonly MenuGroup[] {
  const sound = hasWorld ? [soundButton(state)] : [];
  const texts = host
    .panels('texts')
    .filter(({ name }) => name !== 'directory' || insteadOfWorld(state) !== 'text');
  return [
    moved,
    [...sound, ...host.panels('switches')],
    texts,
    [
      narrationButton(state, 'podcast', 'Podcast of the day'),
      narrationButton(state, 'soul', 'Soul, read aloud'),
    ],
    [
      shareButton(state, () => host.share()),
      { name: 'export', label: 'Export session', icon: menuIcons.export, press: () => host.exportSession() },
      heartbeatLink(state),
    ],
    host.panels('tools'),
  ].filter((group) => group.length > 0);
}
