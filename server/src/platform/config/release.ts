import fs from 'node:fs';
import { packageRoot } from './package-root.js';

/** The release of the console, `2.4.0`: the version of this package. */
export const RELEASE = (JSON.parse(fs.readFileSync(`${packageRoot}package.json`, 'utf8')) as { version: string })
  .version;
