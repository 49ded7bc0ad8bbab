import * as v from 'valibot';
import { type Outcome, type OwnerIo, ownerRequest } from '../owner/owner-request.ts';
import { text, word } from '../readings/schemas/bounds.ts';
import type { BrowserSubscription } from './push-browser.ts';
import { type DeviceSettings, deviceSettings } from './push-settings.ts';

const SUBSCRIPTIONS = 'api/push/subscriptions';

/** What the home knows of this device. */
const device = v.object({ host: word(260), endpoint: word(1000), settings: deviceSettings });
type PushDevice = v.InferOutput<typeof device>;

const pushAnswer = v.object({ publicKey: word(100), device: v.optional(device) });
export type PushAnswer = v.InferOutput<typeof pushAnswer>;

const testAnswer = v.object({
  result: v.picklist(['taken', 'gone', 'refused', 'later']),
  host: word(260),
  cause: v.optional(text(300), ''),
});
type TestAnswer = v.InferOutput<typeof testAnswer>;

export const readPush = (io: OwnerIo): Promise<Outcome<PushAnswer>> =>
  ownerRequest(io, 'api/push', { schema: pushAnswer });

/** Stores the subscription of this device of the owner, with its settings. */
export const putDevice = (
  io: OwnerIo,
  subscription: BrowserSubscription,
  settings: DeviceSettings,
): Promise<Outcome<{ readonly device: PushDevice }>> =>
  ownerRequest(io, SUBSCRIPTIONS, {
    method: 'POST',
    body: { kind: 'owner', subscription, settings },
    schema: v.object({ device }),
  });

export const removeDevice = (io: OwnerIo): Promise<Outcome<unknown>> =>
  ownerRequest(io, SUBSCRIPTIONS, { method: 'DELETE', body: { kind: 'owner' } });

export const testPush = (io: OwnerIo): Promise<Outcome<TestAnswer>> =>
  ownerRequest(io, 'api/push/test', { method: 'POST', body: {}, schema: testAnswer });

/** Stores which portals this browser follows; with an empty list it follows none any more. */
export const followPortals = (
  io: OwnerIo,
  subscription: BrowserSubscription,
  portals: readonly string[],
): Promise<Outcome<unknown>> =>
  ownerRequest(io, SUBSCRIPTIONS, { method: 'POST', body: { kind: 'visitor', subscription, portals } });

const watched = v.object({
  subjects: v.array(v.object({ id: word(600), kind: v.string(), name: word(600) })),
});
/** A portal that the home checks. */
export interface WatchedPortal {
  readonly id: string;
  readonly name: string;
}

export async function readWatchedPortals(io: OwnerIo): Promise<Outcome<readonly WatchedPortal[]>> {
  const result = await ownerRequest(io, 'api/history.json', { schema: watched });
  if (!result.ok) return result;
  const portals = result.value.subjects.filter(({ kind }) => kind === 'portal');
  return { ok: true, value: portals.map(({ id, name }) => ({ id: id.replace(/^portal:/, ''), name })) };
}
