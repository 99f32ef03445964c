// @ts-check
/** Starts an npm registry for a test, on the loopback interface, with its own folder. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { freePort } from './test-system.mjs';

/** Timeout for a hanging start. */
const STARTED_WITHIN_MS = 150_000;

/**
 * @typedef {object} RunningRegistry
 * @property {string} url
 * @property {string} token with which the registry accepts packages
 * @property {() => Promise<void>} stop
 */

/** It has no upstream registry, so it only serves packages published to it. @param {number} port */
const configuration = (port) => `storage: ./storage
listen: 127.0.0.1:${port}
auth:
  htpasswd:
    file: ./htpasswd
uplinks: {}
web:
  enable: false
packages:
  '@practice-console/*':
    access: $all
    publish: $authenticated
max_body_size: 50mb
log: { type: stdout, format: pretty, level: warn }
`;

/**
 * @param {string} folder for its packages and its configuration
 * @returns {Promise<RunningRegistry>}
 */
export async function startRegistry(folder) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const file = path.join(folder, 'config.yaml');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, configuration(port));
  const program = createRequire(import.meta.url).resolve('verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [program, '--config', file], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written += String(chunk)));
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await answers(`${url}-/ping`, () => child.exitCode !== null || child.signalCode !== null);
    return { url, token: await signUp(url), stop };
  } catch (error) {
    await stop();
    throw new Error(`The registry did not start:\n${written}`, { cause: error });
  }
}

/** Waits until the address responds. @param {string} url @param {() => boolean} hasEnded */
async function answers(url, hasEnded) {
  const until = Date.now() + STARTED_WITHIN_MS;
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    if (hasEnded()) throw new Error('it ended');
    if (Date.now() > until) throw new Error('it was not ready in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param {string} url @returns {Promise<string>} the token of a new account, as `npm adduser` gets it */
async function signUp(url) {
  const name = 'publisher';
  const response = await fetch(`${url}-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password: 'practice-console', email: 'publisher@console.example' }),
  });
  const { token } = /** @type {{ token?: string }} */ (await response.json());
  if (token === undefined) throw new Error(`it answered ${response.status} to a new account`);
  return token;
}
