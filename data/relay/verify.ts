import { verifyEvent } from 'nostr-tools/pure';
import * as v from 'valibot';
import { ZAP_KIND } from '../readings/schemas/relay-feed.ts';
import { keptEvent, relayEvent } from './event.ts';
import type { VerifyResult } from './verifier.ts';
import { zapDetail } from './zap.ts';

/**
 * Verifies an event: its format, its id (the hash of its content) and its signature. This is slow, so the
 * page does it in a worker. The schema creates a new object, because `verifyEvent` stores its result on the
 * object that it gets.
 */
export function verifyEvents(raw: unknown): VerifyResult {
  const result = v.safeParse(relayEvent, raw);
  if (!result.success) return { valid: false };
  const event = result.output;
  if (!verifyEvent(event)) return { valid: false };
  const zap = event.kind === ZAP_KIND ? zapDetail(event) : undefined;
  return { valid: true, event: keptEvent(event, zap) };
}
