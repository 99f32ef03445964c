/**
 * The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which belongs to one household
 * or host.
 */
import { isIPv6 } from 'node:net';

const GROUPS = 8;

/** The eight groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalizes every notation, including an embedded IPv4 address.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const split = (part: string): string[] => (part === '' ? [] : part.split(':'));
  if (tail === undefined) return split(head);
  const left = split(head);
  const right = split(tail);
  return [...left, ...Array<string>(GROUPS - left.length - right.length).fill('0'), ...right];
}

function embeddedIPv4(groups: readonly string[]): string | undefined {
  const [mark, high, low] = groups.slice(5);
  if (mark !== 'ffff' || !groups.slice(0, 5).every((group) => group === '0')) return undefined;
  const bits = [high, low].flatMap((group = '0') => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bits.join('.');
}

/** @param address from the connection or a trusted proxy; text that isn't an address is returned unchanged */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  const groups = groupsOf(withoutZone);
  return embeddedIPv4(groups) ?? `${groups.slice(0, GROUPS / 2).join(':')}::/64`;
}
