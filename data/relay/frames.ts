/** A text frame of a relay (NIP-01, NIP-42, NIP-45). The event in it is not validated here. */
type RelayFrame =
  | { readonly type: 'event'; readonly sub: string; readonly event: unknown }
  | { readonly type: 'eose'; readonly sub: string }
  | { readonly type: 'closed'; readonly sub: string; readonly message: string }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'auth' }
  /** A valid message that the feed does not use: OK, COUNT, or a future type. */
  | { readonly type: 'other' }
  /** An invalid message: ignored silently (specification 7), and counted. */
  | { readonly type: 'refused' };

/**
 * The maximum size of a frame. The feed's events have at most 2.5 kB, but relays also send longer contact
 * lists.
 */
const MAX_RELAY_FRAME_BYTES = 65_536;

const REFUSED: RelayFrame = { type: 'refused' };

/** A UTF-16 code unit has one to three UTF-8 bytes, so most frames need no exact count. */
const isTooLarge = (text: string): boolean =>
  text.length > MAX_RELAY_FRAME_BYTES ||
  (text.length * 3 > MAX_RELAY_FRAME_BYTES && new TextEncoder().encode(text).length > MAX_RELAY_FRAME_BYTES);

export function parseRelayFrame(data: unknown): RelayFrame {
  if (typeof data !== 'string') return REFUSED;
  if (isTooLarge(data)) return REFUSED;
  let frame: unknown;
  try {
    frame = JSON.parse(data);
  } catch {
    return REFUSED;
  }
  if (!Array.isArray(frame)) return REFUSED;
  const [label, first, second] = frame as readonly unknown[];
  if (typeof label !== 'string') return REFUSED;
  switch (label) {
    case 'EVENT':
      if (typeof first !== 'string' || typeof second !== 'object' || second === null) return REFUSED;
      return { type: 'event', sub: first, event: second };
    case 'EOSE':
      return typeof first === 'string' ? { type: 'eose', sub: first } : REFUSED;
    case 'CLOSED':
      return typeof first === 'string'
        ? { type: 'closed', sub: first, message: typeof second === 'string' ? second.slice(0, 200) : '' }
        : REFUSED;
    case 'NOTICE':
      return { type: 'notice', message: typeof first === 'string' ? first.slice(0, 200) : '' };
    case 'AUTH':
      return { type: 'auth' };
    default:
      return { type: 'other' };
  }
}
