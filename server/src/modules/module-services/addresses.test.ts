import type dns from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { kindOfAddress, lookupAllowed } from './addresses.js';

describe('kindOfAddress', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.32.0.1', 'public'],
    ['2606:4700::1111', 'public'],
    ['127.0.0.1', 'private'],
    ['127.9.9.9', 'private'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['::1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:127.0.0.1', 'private'],
    ['::ffff:a00:1', 'private'],
    ['::169.254.169.254', 'reserved'],
    ['::7f00:1', 'reserved'],
    ['fec0::1', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['168.63.129.16', 'reserved'],
    ['100.100.100.200', 'reserved'],
    ['fd00:ec2::254', 'reserved'],
    ['0.0.0.0', 'reserved'],
    ['169.254.169.254', 'reserved'],
    ['::ffff:169.254.169.254', 'reserved'],
    ['224.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'reserved'],
    ['fe80::1', 'reserved'],
    ['64:ff9b::7f00:1', 'reserved'],
    ['2002:7f00:1::', 'reserved'],
    // Translates to IPv4 (RFC 2765).
    ['::ffff:0:169.254.169.254', 'reserved'],
    // Where Amazon's and Google's clouds serve the machine's credentials.
    ['fd00:ec2::23', 'reserved'],
    ['fd20:ce::254', 'reserved'],
    // Outside IANA's global unicast allocation.
    ['64:ff9b:2::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['1::1', 'reserved'],
    // Allocated for protocols and documentation.
    ['2001:10::1', 'reserved'],
    ['2001:20::1', 'reserved'],
    ['2001:200::1', 'public'],
    ['3fff::1', 'reserved'],
    ['::ffff:8.8.8.8', 'public'],
  ])('counts %s as %s', (address, kind) => expect(kindOfAddress(address)).toBe(kind));
});

describe('lookupAllowed', () => {
  /** A name server that returns these addresses. */
  const answering = (...addresses: string[]) =>
    ((_name: string, _options: unknown, callback: (error: null, lookedUp: dns.LookupAddress[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof dns.lookup;
  const lookUp = (allowPrivate: boolean, all: boolean, ...addresses: string[]) =>
    new Promise((resolve) =>
      lookupAllowed(allowPrivate, answering(...addresses))('service.example', { all }, (error, lookedUp) =>
        resolve(error ? error.message : lookedUp),
      ),
    );
  const refusal = 'its address isn’t allowed';

  it('returns allowed addresses', async () => {
    expect(await lookUp(false, false, '8.8.8.8')).toBe('8.8.8.8');
    expect(await lookUp(true, true, '10.0.0.1', '::1')).toEqual([
      { address: '10.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('refuses a name with a disallowed address or without addresses', async () => {
    expect(await lookUp(false, true, '8.8.8.8', '10.0.0.1')).toBe(refusal);
    expect(await lookUp(true, false, '10.0.0.1', '169.254.169.254')).toBe(refusal);
    expect(await lookUp(true, false)).toBe(refusal);
  });
});
