/**
 * Keeps the shell's builds in the database. During an upgrade, replicas of two versions run side by side, and an older
 * tab loads further files of its own build, so every replica serves the files of every build (docs/decisions/0095).
 */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { deleteShellBuilds, insertShellBuild, recordServedBuild, type StoredBuild } from './shell-builds-repository.js';
import type { ShellJson } from './shell-build.js';

const DAY_MS = 86_400_000;
/** How long a build is kept once no replica serves it. The same as for module versions. */
const KEPT_MS = 30 * DAY_MS;

/** Everything that a browser may request. Source maps and `shell.json` are for operators. */
async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== 'shell.json' && !file.endsWith('.map'));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(path.join(folder, file))] as const)),
  );
}

const idOf = (shell: ShellJson): string => createHash('sha256').update(JSON.stringify(shell)).digest('hex');

export interface ShellBuilds {
  /** Stores the build if it isn't stored yet. Call it before a page references its files. */
  keep(shell: ShellJson): Promise<void>;
}

/** @param folder of this replica's build */
export function shellBuilds(db: Db, folder: string, now: () => Date): ShellBuilds {
  let current: { id: string; at: number; stored: Promise<void> } | undefined;

  const store = async (build: StoredBuild): Promise<void> => {
    const at = now();
    if (await recordServedBuild(db, build, at)) return;
    const files = await filesIn(folder);
    await inTransaction(db, async (transaction) => {
      await insertShellBuild(transaction, build, files, at);
      await deleteShellBuilds(transaction, new Date(at.getTime() - KEPT_MS));
    });
  };

  return {
    keep(shell) {
      const id = idOf(shell);
      // Records the build again once a day, so that one served for months stays.
      if (current?.id === id && now().getTime() - current.at < DAY_MS) return current.stored;
      const keeping = { id, at: now().getTime(), stored: store({ id, sharedUi: shell.sharedUi }) };
      current = keeping;
      keeping.stored.catch(() => {
        if (current === keeping) current = undefined;
      });
      return keeping.stored;
    },
  };
}
