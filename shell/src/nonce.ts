/**
 * The page's nonce, from the current script. notistack reads `__nonce__` when imported, and webpack reads
 * `__webpack_nonce__` when it loads a chunk. emotion gets it from the kit's theme.
 */
declare global {
  var __webpack_nonce__: string;
  var __nonce__: string;
}

export const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? '';

__webpack_nonce__ = nonce;
globalThis.__nonce__ = nonce;
