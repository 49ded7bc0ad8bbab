import type { FeedEvent, RelayStatus } from '../../data/records.ts';

/** Events shown (specification 8). */
export const SHOWN_EVENTS = 10;

/** Note, reaction, zap (specification 6.2); other kinds are not asked for. */
const prefixes: Readonly<Record<number, string>> = { 1: '•', 7: '♥', 9735: '⚡' };
const kindNames: Readonly<Record<number, string>> = { 1: 'note', 7: 'reaction', 9735: 'zap' };

export const ZAP_KIND = 9735;

export const prefixOf = (kind: number): string => prefixes[kind] ?? '•';
export const kindName = (kind: number): string => kindNames[kind] ?? `kind ${kind}`;

/** Who says what, where the kind stands beside it in words. */
export const sayerText = ({ pubkey, content }: FeedEvent): string => `[${pubkey}] ${content}`;

/** `<prefix> [<pubkey8>] <content>` (specification 6.2) */
export const eventText = (event: FeedEvent): string => `${prefixOf(event.kind)} ${sayerText(event)}`;

/** `2,100 sats`, or nothing where the invoice names no amount. */
export const satsText = (sats: number | undefined): string =>
  sats === undefined || sats === 0 ? '' : `${sats.toLocaleString('en')} ${sats === 1 ? 'sat' : 'sats'}`;

const stateTexts: Record<RelayStatus['state'], string> = {
  connecting: 'connecting',
  open: 'open',
  waiting: 'trying again',
  stopped: 'stopped',
};

/** `relay.example · trying again · refused the connection` */
export function relayText({ url, state, cause }: RelayStatus): string {
  const name = url.replace(/^wss?:\/\//, '').replace(/\/$/, '');
  return [name, stateTexts[state], state === 'open' ? undefined : cause].filter(Boolean).join(' · ');
}
