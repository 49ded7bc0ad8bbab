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
  /** Whether the sender of this body knows the secret. */
  isGenuine(body: Buffer, secret: string): boolean;
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** HMAC-SHA256 of the parts, one after the other. */
function hmac(key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHmac('sha256', key);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Whether both are the same. The duration does not depend on where they differ. */
const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** The headers of the forms that sign the body. Gitea also sends the headers of GitHub, so it comes first. */
const forms = [
  { form: 'gitea', event: 'x-gitea-event', signature: 'x-gitea-signature' },
  { form: 'github', event: 'x-github-event', signature: 'x-hub-signature-256' },
] as const;

/** GitLab makes signing tokens of this form; the rest is the key in base64. */
const SIGNING_TOKEN = /^whsec_(.+)$/;

/**
 * A webhook of GitLab has a signature as in Standard Webhooks, if its owner made a signing token, or the secret
 * token itself. https://docs.gitlab.com/user/project/integrations/webhooks/#signing-tokens
 */
function gitlabDelivery(headers: IncomingHttpHeaders): Delivery | undefined {
  const [event, token, signatures, id = '', timestamp = ''] = [
    'x-gitlab-event',
    'x-gitlab-token',
    'webhook-signature',
    'webhook-id',
    'webhook-timestamp',
  ].map((name) => headerOf(headers, name));
  if (event === undefined) return undefined;
  if (signatures !== undefined)
    return {
      form: 'gitlab',
      event,
      isGenuine(body, secret) {
        const key = SIGNING_TOKEN.exec(secret)?.[1];
        const expected = hmac(
          key === undefined ? secret : Buffer.from(key, 'base64'),
          `${id}.${timestamp}.`,
          body,
        );
        return signatures
          .split(' ')
          .some((one) => one.startsWith('v1,') && isSame(Buffer.from(one.slice(3), 'base64'), expected));
      },
    };
  if (token === undefined) return undefined;
  // The two may differ in length: their digests do not.
  const isGenuine = (_body: Buffer, secret: string) => isSame(hmac(secret, token), hmac(secret, secret));
  return { form: 'gitlab', event, isGenuine };
}

/** Reads the headers of a webhook; undefined if the request is no webhook, or has no signature. */
export function deliveryOf(headers: IncomingHttpHeaders): Delivery | undefined {
  for (const { form, event, signature } of forms) {
    const name = headerOf(headers, event);
    const hex = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(headerOf(headers, signature) ?? '')?.[1];
    if (name !== undefined && hex !== undefined)
      return {
        form,
        event: name,
        isGenuine: (body, secret) => isSame(hmac(secret, body), Buffer.from(hex, 'hex')),
      };
  }
  return gitlabDelivery(headers);
}

/**
 * What identifies a webhook: its body alone, so other headers make no new webhook. For Gitea and GitHub it is
 * the signature.
 */
export const identityOf = (body: Buffer, secret: string): Buffer => hmac(secret, body);

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
