import type { Emote, NamedPlayer, PresenceState } from '../../../data/presence/presence-state.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { SettingsState } from '../../../data/config/settings/settings.ts';
import { withoutBidiControls } from '../../../data/core/text.ts';
import { counted } from '../../../data/readings/format.ts';

type StateSlice = ChatState & PageState & PresenceState & SettingsState;

/** The texts of each emote: for its button, and for the report that it was shown. */
export const emoteTexts: Readonly<Record<Emote, readonly [button: string, shown: string]>> = {
  wave: ['Wave', 'a wave'],
  heart: ['Heart', 'a heart'],
  spark: ['Spark', 'a spark'],
  cheer: ['Cheer', 'a cheer'],
};

/** The name of a visitor. It comes from outside. */
export const nameText = (name: string): string => (name === '' ? 'A visitor' : withoutBidiControls(name));

/** The text for a visitor near by: the name, and the distance if it is known. */
function visitorText(
  { presence }: StateSlice,
  { name, slot }: NamedPlayer,
): { text: string; metres: number } {
  const { own, players } = presence;
  const [x = 0, , z = 0] = players.places.subarray(slot * 4, slot * 4 + 3);
  const metres = own.isKnown ? Math.hypot(x - own.x, z - own.z) : 0;
  const who = nameText(name);
  return { text: own.isKnown ? `${who}, ${Math.round(metres)} m away` : who, metres };
}

/**
 * The texts for the visitors that are drawn, the nearest first, and for the number of others. Positions are
 * not signals, so this reads `state.now`, which makes the caller render once a second.
 */
export function visitorTexts(state: StateSlice): readonly string[] {
  state.now.get();
  const { count, players } = state.presence;
  const near = players.near.get().map((player) => visitorText(state, player));
  const more = count.get() - near.length;
  const texts = near.toSorted((one, other) => one.metres - other.metres).map(({ text }) => text);
  return more > 0 ? [...texts, `${more} more, farther away`] : texts;
}

/** Who is here, in one sentence; or why the page does not show other visitors. */
export function presenceText({ presence, settings, bridge }: StateSlice): string {
  const line = presence.line.get();
  if (line === 'off') return 'In this home visitors do not see each other.';
  if (line === 'waiting')
    return bridge.get().state === 'open'
      ? 'Asking the home who is here.'
      : 'No connection to the home, so no other visitor is shown.';
  if (!settings.get().showOthers) return '“Show others” is off in the settings.';
  const count = presence.count.get();
  return count === 0 ? 'No other visitor is here now.' : `${counted(count, 'other')} here.`;
}

/**
 * Why other visitors would not see an emote; empty if they would. Without a picture the visitor has no
 * position in the world, and so no light.
 */
export function unseenText({ presence, settings }: PresenceState & SettingsState): string {
  if (presence.line.get() !== 'on') return '';
  if (!settings.get().showMe) return '“Show me to others” is off, so the others do not see you.';
  return presence.own.isKnown ? '' : 'You have a light once the world is drawn.';
}
