import { DAY_MS } from '../../../data/core/time.ts';
import type { Bus } from '../../bus/bus.ts';
import type { HookMemory } from '../../store/hook-memory.ts';

/** Longer than an event counts as new: a webhook that is sent again later is refused because of its age. */
const KEEP_MS = 2 * DAY_MS;

/** Remembers accepted webhooks. Resolves with false for one that was accepted before. */
export interface Deliveries {
  take(signature: Buffer): boolean | Promise<boolean>;
}

/**
 * Remembers the webhooks that any gateway of the world has accepted. While the bus is disconnected, a gateway
 * remembers only its own.
 */
export function sharedDeliveries(memory: HookMemory, bus: Bus): Deliveries {
  const taken = bus.bucket('hooks', KEEP_MS);
  return {
    take: async (signature) =>
      memory.take(signature) && (await taken.create(signature.toString('hex'), '1').catch(() => true)),
  };
}
