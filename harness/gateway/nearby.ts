import { BlockList, isIP } from 'node:net';

/**
 * Addresses that only machines nearby can reach (RFC 6890): loopback, private, link-local, shared,
 * and none at all.
 */
const nearby = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  nearby.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  nearby.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is one of those. */
export const isNearby = (address: string): boolean =>
  nearby.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
