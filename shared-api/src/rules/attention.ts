/**
 * Keys of attention items. Only a module knows the content of its item ids, which can contain ids and amounts. The
 * server therefore gets a digest instead, computed in the same way by shell and server. Pure.
 */

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/**
 * 64-bit FNV-1a as 16 hexadecimal digits. Distinguishes texts without revealing them. It isn't secret, because anybody
 * who knows a text can compute it. A cryptographic digest would need `crypto.subtle`, which is asynchronous and missing
 * on plain http.
 */
export function digestOf(text: string): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16).padStart(16, '0');
}

/**
 * The key of an item: `mf-billing/charges/9f3c51d07a2be846`.
 *
 * @param contribution module and contribution name: `mf-billing/charges`
 * @param item the item's id, chosen by its module
 */
export const attentionKey = (contribution: string, item: string): string =>
  `${contribution}/${digestOf(`${contribution}/${item}`)}`;

const KEY = /^([^/]+\/[^/]+)\/(.+)$/s;

/** The contribution in a key; undefined for text that isn't a key. */
export const contributionOfAttention = (key: string): string | undefined => KEY.exec(key)?.[1];

/** Converts a key that contains the item's own id, as pages sent it before November 2026, to one with a digest. */
export function withDigest(key: string): string {
  const [, contribution = '', item = ''] = KEY.exec(key) ?? [];
  return contribution === '' || /^[0-9a-f]{16}$/.test(item) ? key : attentionKey(contribution, item);
}
