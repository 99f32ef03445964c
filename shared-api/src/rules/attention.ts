/**
 * Keys of what needs attention. An item is known only to the code of its module, which may have put ids and amounts into its id.
 * So a digest goes to the server in place of the id, and the shell and the server make it in the same way. Pure.
 */

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/**
 * FNV-1a with 64 bits, as 16 hexadecimal digits. Tells texts apart and doesn't show them; it is no secret, since whoever knows a
 * text can compute it. A cryptographic digest would need `crypto.subtle`, which is asynchronous and missing on plain http.
 */
export function digestOf(text: string): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16).padStart(16, '0');
}

/**
 * The key of an item: `mf-billing/charges/9f3c51d07a2be846`.
 *
 * @param contribution names of the module and of its contribution: `mf-billing/charges`
 * @param item id of the item, which its module chose
 */
export const attentionKey = (contribution: string, item: string): string =>
  `${contribution}/${digestOf(`${contribution}/${item}`)}`;

const KEY = /^([^/]+\/[^/]+)\/(.+)$/s;

/** The contribution that a key names; undefined for a text that is no key. */
export const contributionOfAttention = (key: string): string | undefined => KEY.exec(key)?.[1];

/** The key, if the text has the item's own id in place of the digest, as pages sent it before November 2026. */
export function withDigest(key: string): string {
  const [, contribution = '', item = ''] = KEY.exec(key) ?? [];
  return contribution === '' || /^[0-9a-f]{16}$/.test(item) ? key : attentionKey(contribution, item);
}
