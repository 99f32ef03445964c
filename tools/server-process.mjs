// @ts-check
/** The server as a separate process that can be stopped, killed and restarted. */
import { spawn } from 'node:child_process';
import { repository } from './repository.mjs';

/**
 * @typedef {object} ServerProcess
 * @property {() => Promise<void>} start
 * @property {(signal: NodeJS.Signals) => Promise<void>} end ends it, and waits until it has ended
 * @property {() => string} output everything it has written since its last start
 * @property {() => number} pid process id; 0 before its first start
 */

/**
 * @param {NodeJS.ProcessEnv} env with the port, in `PORT`
 * @param {number} startTimeoutMs
 * @returns {ServerProcess}
 */
export function serverProcess(env, startTimeoutMs) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let written = '';

  /** @returns {Promise<void>} */
  const start = () =>
    new Promise((resolve, reject) => {
      written = '';
      const started = spawn(process.execPath, ['server/dist/main.js'], {
        cwd: repository,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      const timer = setTimeout(
        () => reject(new Error(`The server was not ready in time:\n${written}`)),
        startTimeoutMs,
      );
      const readOutput = (/** @type {Buffer} */ chunk) => {
        written += chunk.toString();
        if (!written.includes(`ready http://localhost:${env['PORT']}`)) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout.on('data', readOutput);
      started.stderr.on('data', readOutput);
      started.on('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The server ended with ${code}:\n${written}`));
      });
    });

  /** @param {NodeJS.Signals} signal @returns {Promise<void>} */
  const end = (signal) =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        resolve();
        return;
      }
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  return { start, end, output: () => written, pid: () => child?.pid ?? 0 };
}
