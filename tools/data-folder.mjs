// @ts-check
/**
 * Checks whether another server uses the data folder. The server's lock decides; this reports it before anything is
 * built.
 */
import fs from 'node:fs';
import path from 'node:path';
import { StepError } from './steps.mjs';

/** @param {number} pid of a process */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive, although it can't be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * @param {NodeJS.ProcessEnv} env environment of the server that will be started
 * @throws StepError when a running process holds the folder of the embedded database
 */
export function assertDataFolderIsFree(env) {
  if (env['DATABASE_URL']) return;
  const folder = path.resolve(env['DATA_DIR'] || '.data');
  const file = path.join(folder, 'database.lock');
  if (!fs.existsSync(file)) return;
  const pid = Number(fs.readFileSync(file, 'utf8').trim());
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return;
  throw new StepError(
    `The data folder ${folder} is in use by process ${pid}. Stop that server first, or give this one another DATA_DIR. ` +
      `(If process ${pid} is no console, delete ${file}.)`,
  );
}
