/** The networks that admins and internal staff may work from (`STAFF_NETWORKS`, docs/decisions/0056). */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { Flags } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';
import { networkOf } from './network.js';

export type StaffNetworks = BlockList;

/** @returns undefined for text that isn't an address or a network such as `203.0.113.0/24` or `2001:db8::/32` */
function parseNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', length, ...more] = text.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
  if (family === undefined || more.length > 0) return undefined;
  const bits = family === 'ipv4' ? 32 : 128;
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > bits)) return undefined;
  return { address, prefix: length === undefined ? bits : Number(length), family };
}

export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** @param networks each an address, or a network with its prefix */
export function staffNetworksOf(networks: readonly string[]): StaffNetworks {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}

/** @param address from the connection or a trusted proxy */
function contains(networks: StaffNetworks, address: string): boolean {
  const [plain = ''] = address.split('%');
  // An IPv4 address within an IPv6 one belongs to the network of the IPv4 address.
  const embedded = networkOf(plain);
  if (isIPv4(embedded)) return networks.check(embedded, 'ipv4');
  return isIPv6(plain) && networks.check(plain, 'ipv6');
}

/** True for admins and internal staff outside their networks. False for everyone if no networks are configured. */
export function isOutside(
  networks: StaffNetworks | undefined,
  { super_admin: superAdmin, task_admin: taskAdmin, internal }: Omit<Flags, 'developer'>,
  address: string,
): boolean {
  if (!networks || !(superAdmin || taskAdmin || internal)) return false;
  return !contains(networks, address);
}

/** Names no networks, because they are confidential outside. */
export const outsideNetworks = (): AppError =>
  new AppError(
    403,
    'outside_networks',
    'Your account works only from your company’s networks. Connect to one, for example through its VPN, and try again.',
  );
