import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS } from '../../../data/core/time.ts';
import type { HookForm } from './events.ts';
import type { Bus } from '../../bus/bus.ts';
import type { HookMemory } from '../../store/hook-memory.ts';

/** A webhook as its headers describe it. */
interface Delivery {
  readonly form: HookForm;
  readonly event: string;
  /** HMAC-SHA256 of the body with the secret. */
  readonly signature: Buffer;
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The headers of each form. Gitea also sends the headers of GitHub, so its own headers come first. */
const forms = [
  { form: 'gitea', event: 'x-gitea-event', signature: 'x-gitea-signature' },
  { form: 'github', event: 'x-github-event', signature: 'x-hub-signature-256' },
] as const;

/** Reads the headers of a webhook; undefined if the request is no webhook, or has no signature. */
export function deliveryOf(headers: IncomingHttpHeaders): Delivery | undefined {
  for (const { form, event, signature } of forms) {
    const name = headerOf(headers, event);
    const hex = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(headerOf(headers, signature) ?? '')?.[1];
    if (name !== undefined && hex !== undefined)
      return { form, event: name, signature: Buffer.from(hex, 'hex') };
  }
  return undefined;
}

/**
 * Whether the body was signed with the secret. The duration does not depend on where the signatures differ.
 */
export const isSigned = (body: Buffer, { signature }: Delivery, secret: string): boolean =>
  timingSafeEqual(createHmac('sha256', secret).update(body).digest(), signature);

/**
 * How long an accepted webhook is remembered. If it is sent again later, it is refused because of its age.
 */
const KEEP_MS = 2 * DAY_MS;

/** Remembers accepted webhooks. Resolves with false for a webhook that was accepted before. */
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
