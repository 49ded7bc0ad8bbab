import { finalizeEvent, generateSecretKey, getEventHash, getPublicKey } from 'nostr-tools/pure';
import type { NostrEvent } from './relay.ts';

/**
 * Valid notes of one author, a second apart, the last one at `now` (milliseconds since the epoch).
 */
export function signedNotes(count: number, now = Date.now(), text = 'note'): NostrEvent[] {
  const key = generateSecretKey();
  const last = Math.floor(now / 1000);
  return Array.from({ length: count }, (_, i) => {
    const { id, pubkey, created_at, kind, tags, content, sig } = finalizeEvent(
      { kind: 1, created_at: last - count + 1 + i, tags: [], content: `${text} ${i}` },
      key,
    );
    return { id, pubkey, created_at, kind, tags, content, sig };
  });
}

/**
 * Notes with a correct form and id and a wrong signature: the forgeries that cost most to detect.
 */
export function forgedNotes(count: number, now = Date.now()): NostrEvent[] {
  const pubkey = getPublicKey(generateSecretKey());
  const created_at = Math.floor(now / 1000);
  const [{ sig } = { sig: '' }] = signedNotes(1, now);
  return Array.from({ length: count }, (_, i) => {
    const note = { pubkey, created_at, kind: 1, tags: [], content: `forged ${i}` };
    return { ...note, id: getEventHash(note), sig };
  });
}
