import { NOTE_KIND, REACTION_KIND, ZAP_KIND } from '../readings/schemas/relay-feed.ts';
import { counted } from '../readings/format.ts';
import type { RelayStatus } from '../readings/records.ts';

const kindNames: Readonly<Record<number, string>> = {
  [NOTE_KIND]: 'note',
  [REACTION_KIND]: 'reaction',
  [ZAP_KIND]: 'zap',
};
/** The name of an event kind. Relays are asked only for these three kinds. */
export const kindName = (kind: number): string => kindNames[kind] ?? `kind ${kind}`;

/** For example `2,100 sats`; empty if the invoice has no amount. */
export const satsText = (sats: number | undefined): string =>
  sats === undefined || sats === 0 ? '' : `${sats.toLocaleString('en')} ${sats === 1 ? 'sat' : 'sats'}`;

export const connectedRelays = (relays: readonly RelayStatus[]): number =>
  relays.filter(({ state }) => state === 'open').length;

/** For example `1 of 3 relays connected`. */
export const relayCountText = (connected: number, relays: number): string =>
  `${connected} of ${counted(relays, 'relay')} connected`;

export const relaysText = (relays: readonly RelayStatus[]): string =>
  relayCountText(connectedRelays(relays), relays.length);

/**
 * The number of events that are not shown: `rejected` as invalid, or `dropped` because there were too many.
 */
export const relayLosses = (relays: readonly RelayStatus[]): { rejected: number; dropped: number } => ({
  rejected: relays.reduce((sum, { rejected }) => sum + rejected, 0),
  dropped: relays.reduce((sum, { dropped }) => sum + dropped, 0),
});

/** `relayLosses` as sentences: one for each number that is not zero. */
export function relayLossTexts(relays: readonly RelayStatus[]): string[] {
  const { rejected, dropped } = relayLosses(relays);
  return [
    ...(rejected > 0
      ? [`${counted(rejected, 'frame')} rejected: forged, malformed, too large or dated in the future.`]
      : []),
    ...(dropped > 0 ? [`${counted(dropped, 'frame')} dropped unread: too many arrived at once.`] : []),
  ];
}
