// @ts-check
/** Programs that run until they are stopped, with their output in a file. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { unprivileged } from './programs.mjs';

const POLL_INTERVAL_MS = 200;

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, log: string }} options where its output goes
 * @returns {import('node:child_process').ChildProcess}
 */
export function startProgram(program, args, { env, log }) {
  const output = fs.openSync(log, 'a');
  const child = spawn(...unprivileged(program, args), { env, cwd: '/', stdio: ['ignore', output, output] });
  fs.closeSync(output);
  return child;
}

/** Runs a program until it ends. @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export function runProgram(program, args, env = process.env) {
  const [command, all] = unprivileged(program, args);
  return execFileSync(command, all, { env, cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The processes and all that they have started. @param {readonly number[]} pids @returns {number[]} */
export function withDescendants(pids) {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const parents = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [...pids];
  // The loop reaches what is added here.
  for (const id of found) found.push(...parents.flatMap(([pid, parent]) => (parent === id && pid ? [pid] : [])));
  return found;
}

/** @param {readonly number[]} pids @param {NodeJS.Signals} signal */
export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * @template Result
 * @param {string} what is waited for, for the message
 * @param {number} withinMs
 * @param {() => Promise<Result | undefined | false>} look
 * @returns {Promise<Result>} the first result; an error counts as none
 */
export async function waitFor(what, withinMs, look) {
  /** @type {unknown} */
  let cause;
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    try {
      const result = await look();
      if (result !== undefined && result !== false) return result;
    } catch (error) {
      cause = error;
    }
    await pause(POLL_INTERVAL_MS);
  }
  throw new Error(`${what}: not within ${withinMs / 1000} s`, { cause });
}
