/** The global that webpack declares in every bundle. Tests of code that uses the page's nonce import this first. */
globalThis.__webpack_nonce__ = '';
