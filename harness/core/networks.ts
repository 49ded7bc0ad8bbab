import { createHash } from 'node:crypto';

/** A network whose use is limited. */
interface Network {
  readonly name: string;
  /** The limit of this network, as a multiple of the limit of one address. */
  readonly share: number;
}

/**
 * The networks that contain an address of `addressOf`, the address itself first.
 *
 * A provider gives a customer a /56 or a /48 of IPv6, which are 256 and 65,536 networks of 64 bits. A /56 is
 * one household, so it has the limit of one address; a /48 may be a house or a company with many visitors. An
 * IPv4 address is only in its own network: the other addresses of its /24 belong to customers who do not know
 * each other, and one of them must not use up the limits of all.
 */
export function networksOf(address: string): readonly Network[] {
  const own = { name: address, share: 1 };
  if (!address.includes(':')) return [own];
  // In an address such as `2001:db8:0:1200::`, everything after the first 64 bits is zero.
  const [first = '', second = '0', third = '0', fourth = '0'] = (address.split('::')[0] ?? '').split(':');
  const site = `${first}:${second}:${third}`;
  return [own, { name: `${site}:${fourth.slice(0, -2)}/56`, share: 1 }, { name: `${site}/48`, share: 4 }];
}

/** The name of the network of one customer: the /56 of IPv6, or the address itself. */
export const householdOf = (address: string): string => networksOf(address)[1]?.name ?? address;

/**
 * The first 16 bits of a hash, which the data folder has instead of an address. 65,536 IPv4 addresses share
 * each mark.
 */
const markOf = (network: string): string => createHash('sha256').update(network).digest('hex').slice(0, 4);

/** The mark of the network of a household. */
export const householdMark = (address: string): string => markOf(householdOf(address));

/** The mark of the /24 of IPv4 or the /48 of IPv6, in which one person can have many addresses. */
export const siteMark = (address: string): string =>
  markOf(networksOf(address)[2]?.name ?? address.replace(/\.\d+$/, '.0/24'));
