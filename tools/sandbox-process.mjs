// @ts-check
/** Starts the sandbox of a server as a separate process on the loopback interface. */
import { spawn } from 'node:child_process';
import { repositoryPath, StepError } from './steps.mjs';

/** Timeout for a hanging start. */
const STARTED_WITHIN_MS = 120_000;

/** @typedef {{url: string, stop: () => Promise<void>}} RunningSandbox */

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<RunningSandbox>}
 */
export function startSandbox(env = process.env) {
  const child = spawn(process.execPath, ['--enable-source-maps', repositoryPath('sandbox/dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {Promise<number | null>} its exit code; null if a signal ended it */
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    if (code) throw new StepError(`The sandbox ended with exit code ${code}. Its output is above.`);
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new StepError('The sandbox was not ready in time.'));
    }, STARTED_WITHIN_MS);
    let written = '';
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      written += chunk.toString();
      const [, url] = /^sandbox (\S+)$/m.exec(written) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ url, stop });
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new StepError(`The sandbox ended (exit code ${code}). Its output is above.`));
    });
  });
}
