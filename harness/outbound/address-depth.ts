import { BlockList, isIP } from 'node:net';

function blockList(v4: readonly (readonly [string, number])[], v6: typeof v4): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of v4) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of v6) list.addSubnet(net, prefix, 'ipv6');
  return list;
}

/**
 * This machine and its link: loopback, unspecified and link-local addresses. The metadata services of clouds
 * also have link-local addresses.
 */
const machine = blockList(
  [
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ],
  [
    ['::', 127],
    ['fe80::', 10],
  ],
);

/**
 * Addresses that are not reached over the internet (the registries of IANA for special-purpose addresses, RFC
 * 6890): private, shared, benchmarks, multicast, reserved, and tunnels (6to4, Teredo).
 */
const network = blockList(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 32],
    ['2002::', 16],
    ['fc00::', 7],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
);

/**
 * IPv6 addresses whose last 32 bits are an IPv4 address: NAT64, through which a network without IPv4 reaches
 * the internet (RFC 6052), and older forms. `::ffff:0:0/96` is not listed, because `BlockList` of Node
 * already compares such addresses as IPv4 addresses.
 */
const wrapped = blockList(
  [],
  [
    ['::', 96],
    ['64:ff9b::', 96],
    ['::ffff:0:0:0', 96],
  ],
);

function unwrapped(address: string): string {
  // The URL parser writes every form in hexadecimal groups.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2);
  return groups
    .map((group) => parseInt(group || '0', 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** Where an IP address is: 0 on the internet, 1 in the owner's network, 2 on this machine. */
export function depthOf(address: string): 0 | 1 | 2 {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (machine.check(address, family)) return 2;
  if (wrapped.check(address, family)) return depthOf(unwrapped(address));
  return network.check(address, family) ? 1 : 0;
}
