/** What webpack declares in every bundle. Imported first by tests of what begins with the page's nonce. */
globalThis.__webpack_nonce__ = '';
