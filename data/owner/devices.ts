import * as v from 'valibot';
import { instant, text, word } from '../readings/schemas/bounds.ts';
import { type Outcome, type OwnerIo, ownerRequest } from './owner-request.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The answer of `GET /api/owner/devices`: who can act for the owner, the keys of agents and the read-only links. */
const devices = v.object({
  passkeys: v.array(v.object({ id, name: text(60), madeAt: instant, usedAt: v.optional(instant) })),
  signIns: v.array(
    v.object({
      id,
      browser: text(80),
      passkey: v.optional(id),
      beganAt: instant,
      endsAt: instant,
      isHere: v.boolean(),
    }),
  ),
  agentKeys: v.array(v.object({ id, name: word(40), madeAt: instant, usedAt: v.optional(instant) })),
  links: v.array(v.object({ id, name: word(40), endsAt: instant })),
});
export type Devices = v.InferOutput<typeof devices>;

/** An entry of the list, as its path below `api/owner/`. */
export type Device =
  | `passkeys/${number}`
  | `sign-ins/${number}`
  | `links/${number}`
  /** The name of the key. */
  | `agent-keys/${string}`;

export const readDevices = (io: OwnerIo): Promise<Outcome<Devices>> =>
  ownerRequest(io, 'api/owner/devices', { schema: devices });

export const removeDevice = (io: OwnerIo, device: Device): Promise<Outcome<unknown>> =>
  ownerRequest(io, `api/owner/${device}`, { method: 'DELETE' });

export const renamePasskey = (io: OwnerIo, passkey: number, name: string): Promise<Outcome<unknown>> =>
  ownerRequest(io, `api/owner/passkeys/${passkey}`, { method: 'PATCH', body: { name } });
