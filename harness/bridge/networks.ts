import { normalizeIP } from '@fastify/rate-limit';

/** A network that limits are counted by. */
export interface Network {
  readonly name: string;
  /** How many times the limit of one address it has. */
  readonly share: number;
}

/**
 * A provider gives a customer a /56 or a /48 of IPv6, which are 256 and 65,536 addresses of 64 bits. A /56 is
 * one household, so it has the limit of one address; a /48 may be a house or a company with many visitors.
 */
const WIDER = [
  { bits: 56, share: 1 },
  { bits: 48, share: 4 },
] as const;

/**
 * The networks that an address of `addressOf` is in, itself first. An IPv4 address is only in its own: the
 * others of its /24 are customers who do not know each other, and one of them must not use up the limits of all.
 */
export function networksOf(address: string): readonly Network[] {
  const own = { name: address, share: 1 };
  if (!address.includes(':')) return [own];
  return [own, ...WIDER.map(({ bits, share }) => ({ name: `${normalizeIP(address, bits)}/${bits}`, share }))];
}
