import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cleanUpAfterAll } from './clean-up.js';

/**
 * Folders that are deleted after the suite, or after the file where it is called outside of a suite.
 *
 * @returns makes a folder whose name starts so
 */
export function temporaryFolders(): (name: string) => Promise<string> {
  const cleanUp = cleanUpAfterAll();
  return async (name) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
    // A process of the test that was killed may still write for a moment.
    cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    return folder;
  };
}
