/**
 * Which network addresses a module's service may have. Keeps a grant from reaching hosts that only this machine can
 * reach.
 */
import dns from 'node:dns';
import { BlockList, type LookupFunction, isIP, isIPv6 } from 'node:net';
import { ServiceFailure } from './service-failure.js';

type Subnet = readonly [address: string, prefix: number];

function listOf(v4: readonly Subnet[], v6: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of v4) list.addSubnet(address, prefix, 'ipv4');
  for (const [address, prefix] of v6) list.addSubnet(address, prefix, 'ipv6');
  return list;
}

/** Loopback and private networks, which the operator can allow. */
const loopback = listOf([['127.0.0.0', 8]], [['::1', 128]]);
const privateNetworks = listOf(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [['fc00::', 7]],
);

/**
 * Never a service: addresses where clouds serve the machine's credentials, link-local ones and others, and networks
 * that IANA reserves for other purposes (https://www.iana.org/assignments/iana-ipv4-special-registry). Addresses that
 * translate to or hold IPv4 are among them, because they could lead anywhere.
 */
const reservedNetworks = listOf(
  [
    ['0.0.0.0', 8],
    // Alibaba Cloud.
    ['100.100.100.200', 32],
    // Azure.
    ['168.63.129.16', 32],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    // Amazon Web Services.
    ['fd00:ec2::', 32],
    // Google Cloud.
    ['fd20:ce::', 32],
  ],
);

/** Global unicast, and IPv4. The rest of IPv6 is link-local, translates to IPv4, or is unallocated. */
const globalNetworks = listOf(
  [['0.0.0.0', 0]],
  [
    ['2000::', 3],
    ['::ffff:0:0', 96],
  ],
);

export type AddressKind = 'public' | 'private' | 'reserved';

/** @param address an IP address; IPv4 embedded in IPv6 counts as IPv4 */
export function kindOfAddress(address: string): AddressKind {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (loopback.check(address, family)) return 'private';
  if (reservedNetworks.check(address, family)) return 'reserved';
  if (privateNetworks.check(address, family)) return 'private';
  return globalNetworks.check(address, family) ? 'public' : 'reserved';
}

function isAllowed(address: string, allowPrivate: boolean): boolean {
  const kind = kindOfAddress(address);
  return kind === 'public' || (kind === 'private' && allowPrivate);
}

/** The address in a URL's host; undefined for a name. */
export function addressInUrl({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? undefined : address;
}

/** @throws ServiceFailure when the URL has a disallowed address; a name is checked at lookup */
export function assertAllowedAddress(url: URL, allowPrivate: boolean): void {
  const address = addressInUrl(url);
  if (address !== undefined && !isAllowed(address, allowPrivate)) throw new ServiceFailure('forbidden_address');
}

/**
 * Looks up a name for the connection about to be opened, so that it can't resolve differently in between. A name with
 * even one disallowed address is refused.
 */
export function lookupAllowed(allowPrivate: boolean, lookup: typeof dns.lookup = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isAllowed(address, allowPrivate))) {
        return callback(new ServiceFailure('forbidden_address'), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
