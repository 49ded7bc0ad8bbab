import { counted } from '../readings/format.ts';
import type { RelayStatus } from '../readings/records.ts';

/** `1 of 3 relays connected` */
export const relaysText = (relays: readonly RelayStatus[]): string =>
  `${relays.filter(({ state }) => state === 'open').length} of ${counted(relays.length, 'relay')} connected`;

/** Events that are not shown: `rejected` as wrong, or `dropped` because too many came. */
export const relayLosses = (relays: readonly RelayStatus[]): { rejected: number; dropped: number } => ({
  rejected: relays.reduce((sum, { rejected }) => sum + rejected, 0),
  dropped: relays.reduce((sum, { dropped }) => sum + dropped, 0),
});

/** The same as sentences: one for each count that is not zero. */
export function relayLossTexts(relays: readonly RelayStatus[]): string[] {
  const { rejected, dropped } = relayLosses(relays);
  return [
    ...(rejected > 0
      ? [`${counted(rejected, 'frame')} rejected: forged, malformed, too large or dated in the future.`]
      : []),
    ...(dropped > 0 ? [`${counted(dropped, 'frame')} dropped unread: too many arrived at once.`] : []),
  ];
}
