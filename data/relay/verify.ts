import { verifyEvent } from 'nostr-tools/pure';
import * as v from 'valibot';
import { ZAP, keptEvent, relayEvent } from './event.ts';
import type { Verdict } from './verifier.ts';
import { zapDetail } from './zap.ts';

/**
 * Whether an event is what it claims to be: its form, its id (the hash of its content) and its signature. Heavy: the page has it
 * done in a worker. The schema's output is a fresh object, for `verifyEvent` writes its verdict on the object it is given.
 */
export function verifyEvents(raw: unknown): Verdict {
  const result = v.safeParse(relayEvent, raw);
  if (!result.success) return { genuine: false, reason: 'not an event we asked for' };
  const event = result.output;
  if (!verifyEvent(event)) return { genuine: false, reason: 'id or signature is wrong' };
  const zap = event.kind === ZAP ? zapDetail(event) : undefined;
  return { genuine: true, id: event.id, event: keptEvent(event, zap) };
}
