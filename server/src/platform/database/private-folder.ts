import { chmod, readdir } from 'node:fs/promises';
import path from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Restricts a folder and its content to its owner, whatever permissions they had. */
export async function restrictToOwner(folder: string): Promise<void> {
  await chmod(folder, FOLDER_MODE);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(name, FOLDER_MODE);
    else if (entry.isFile()) await chmod(name, FILE_MODE);
  }
}
