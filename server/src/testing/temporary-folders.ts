import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cleanUpAfterAll } from './clean-up.js';

/**
 * Folders that are deleted after the suite, or after the file if called outside a suite. * @returns a function that
 * creates a folder with this name prefix
 */
export function temporaryFolders(): (name: string) => Promise<string> {
  const cleanUp = cleanUpAfterAll();
  return async (name) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
    // A killed test process may still write for a moment.
    cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    return folder;
  };
}
