/**
 * Allows one process per data folder. The embedded database lets two processes open the same folder and then loses rows
 * silently. A lock file with the owner's process id prevents this.
 */
import { chmod, link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Thrown when another live process holds the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, file: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that server first, give this one another DATA_DIR, ` +
        `or let both share a PostgreSQL server with DATABASE_URL. (If process ${pid} is no console, delete ${file}.)`,
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user. It is alive, although it cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function ownerOf(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(text.trim());
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

async function take(file: string): Promise<boolean> {
  const own = `${file}.${process.pid}`;
  await writeFile(own, `${process.pid}\n`);
  try {
    // `link` creates the file with its content, so no process reads an empty lock.
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(own);
  }
}

/** Moves a dead owner's lock away. Returns false when another process has locked the folder in the meantime. */
async function putAside(file: string, deadOwner: number | undefined): Promise<boolean> {
  const aside = `${file}.stale.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  const moved = await ownerOf(aside);
  const wasTheDeadOne = moved === deadOwner;
  if (!wasTheDeadOne) await link(aside, file).catch(() => undefined);
  await unlink(aside);
  return wasTheDeadOne;
}

/**
 * Locks the folder for this process. Replaces a lock whose process has ended, and one with this process's own id: after
 * a crash, a container's main process restarts with the same id.
 *
 * @returns a function that unlocks the folder
 * @throws FolderInUse when another live process holds the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // The folder is private: it contains password hashes and the command socket.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // An existing folder may have other permissions.
  await chmod(folder, 0o700);
  const file = path.join(folder, 'database.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await take(file)) {
      return async () => {
        if ((await ownerOf(file)) === process.pid) await unlink(file);
      };
    }
    const owner = await ownerOf(file);
    if (owner !== undefined && owner !== process.pid && isAlive(owner)) throw new FolderInUse(folder, file, owner);
    await putAside(file, owner);
  }
  throw new FolderInUse(folder, file, (await ownerOf(file)) ?? 0);
}
