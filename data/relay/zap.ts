import { getSatoshisAmountFromBolt11, validateZapRequest } from 'nostr-tools/nip57';
import type { RelayEvent, ZapDetail } from './event.ts';

const ZAP_REQUEST = 9734;
/** The maximum supply of bitcoin, in satoshis: an invoice for more is invalid. */
const MAX_SATS = 21e14;

const tagOf = (tags: readonly (readonly string[])[], name: string): string | undefined =>
  tags.find(([label]) => label === name)?.[1];

interface Request {
  readonly kind: number;
  readonly content: string;
  readonly tags: readonly (readonly string[])[];
}

/** The signed request inside the receipt (kind 9734); undefined if there is no valid request. */
function requestOf(event: RelayEvent): Request | undefined {
  const description = tagOf(event.tags, 'description');
  if (description === undefined) return undefined;
  try {
    if (validateZapRequest(description) !== null) return undefined;
    const request = JSON.parse(description) as Request;
    return request.kind === ZAP_REQUEST ? request : undefined;
  } catch {
    return undefined;
  }
}

function invoiceSats(bolt11: string): number {
  try {
    const sats = getSatoshisAmountFromBolt11(bolt11);
    return Number.isFinite(sats) && sats > 0 && sats <= MAX_SATS ? Math.floor(sats) : 0;
  } catch {
    return 0;
  }
}

/**
 * Reads a zap receipt (NIP-57, appendix F). The sats of its invoice count only if the signed request is
 * valid and does not name another amount. A receipt is a claim of the recipient's wallet, not a proof of
 * payment.
 */
export function zapDetail(event: RelayEvent): ZapDetail {
  const request = requestOf(event);
  if (!request) return { sats: 0, comment: '' };
  const sats = invoiceSats(tagOf(event.tags, 'bolt11') ?? '');
  const amount = tagOf(request.tags, 'amount');
  const agrees = amount === undefined || Math.floor(Number(amount) / 1000) === sats;
  return { sats: agrees ? sats : 0, comment: request.content.trim() };
}
