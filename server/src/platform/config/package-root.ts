import { fileURLToPath } from 'node:url';

/** Folder of this package, with a trailing slash; the same from `src` and from `dist`. */
export const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));
