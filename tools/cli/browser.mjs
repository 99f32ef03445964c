// @ts-check
/**
 * Drives an installed Chromium over a pipe, with the DevTools protocol (https://chromedevtools.github.io/devtools-protocol/).
 * It needs no package, which a command line that only promotes would have to install.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const STARTED_WITHIN_MS = 30_000;

/**
 * The parameters of the events that are listened to, as the protocol describes them.
 *
 * @typedef {{
 *   'Network.requestWillBeSent': { requestId: string },
 *   'Network.loadingFinished': { requestId: string },
 *   'Network.loadingFailed': { requestId: string },
 *   'Runtime.consoleAPICalled': { type: string, args: { value?: unknown, description?: string }[] },
 *   'Fetch.requestPaused': {
 *     requestId: string,
 *     request: { url: string, headers: Record<string, string> },
 *     resourceType: string,
 *   },
 * }} Events
 */
/**
 * The results of the commands whose results are read.
 *
 * @typedef {{
 *   'Target.createBrowserContext': { browserContextId: string },
 *   'Target.createTarget': { targetId: string },
 *   'Target.attachToTarget': { sessionId: string },
 *   'Page.navigate': { errorText?: string },
 *   'Runtime.evaluate': { result: { value?: unknown } },
 * }} Results
 */
/** @typedef {<Method extends string>(method: Method, params?: object, sessionId?: string) => Promise<Method extends keyof Results ? Results[Method] : unknown>} Send */
/** @typedef {<Event extends keyof Events>(event: Event, listener: (params: Events[Event], sessionId: string | undefined) => void) => void} On */
/** @typedef {(params: never, sessionId: string | undefined) => void} Listener of any event */
/**
 * @typedef {object} Browser
 * @property {Send} send
 * @property {On} on
 * @property {() => Promise<void>} close
 */

/** Path of a Chromium or Chrome: CHROME_PATH, or the first one in PATH; null if there is none. */
export function findBrowser(env = process.env) {
  const named = env['CHROME_PATH'] ?? env['CHROMIUM_PATH'];
  if (named) return fs.existsSync(named) ? named : null;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe'] : [''];
  const inPath = PROGRAMS.flatMap((name) =>
    folders.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending))),
  );
  return [...inPath, ...APPLICATIONS].find((file) => fs.existsSync(file)) ?? null;
}

/**
 * @param {string} program
 * @returns {Promise<Browser>}
 */
export async function startBrowser(program) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'practice-console-browser-'));
  // Chromium refuses to run as root with its sandbox. The page is the team's own code in its own console.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    program,
    [
      '--headless',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--window-size=1440,900',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--disable-sync',
      ...asRoot,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  let written = '';
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => (written = (written + chunk.toString()).slice(-2000)));
  const toBrowser = /** @type {import('node:stream').Writable} */ (child.stdio[3]);
  const fromBrowser = /** @type {import('node:stream').Readable} */ (child.stdio[4]);

  /** @type {Map<number, { resolve: (value: never) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Map<string, Listener[]>} */
  const listeners = new Map();
  let count = 0;
  let received = '';
  let ended = false;
  /** @type {Promise<void>} */
  const end = new Promise((resolve) => {
    const finish = () => {
      ended = true;
      for (const { reject } of waiting.values()) reject(new Error(`The browser ended.\n${written}`));
      waiting.clear();
      // The browser's other processes may still write for a moment. A folder that stays is the system's to remove.
      void fs.promises
        .rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
        .catch(() => undefined)
        .then(resolve);
    };
    child.once('exit', finish);
    child.once('error', (error) => {
      written = error.message;
      finish();
    });
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  // A browser that ends while it is written to is reported by its exit.
  toBrowser.on('error', () => undefined);

  fromBrowser.setEncoding('utf8');
  fromBrowser.on('data', (/** @type {string} */ chunk) => {
    received += chunk;
    const messages = received.split('\0');
    received = messages.pop() ?? '';
    for (const text of messages) {
      const { id, method, params, sessionId, result, error } = JSON.parse(text);
      if (id === undefined)
        for (const listener of listeners.get(method) ?? []) listener(/** @type {never} */ (params), sessionId);
      else if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(/** @type {never} */ (result));
      waiting.delete(id);
    }
  });

  /** @type {Browser['send']} */
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      if (ended) {
        reject(new Error(`The browser ended.\n${written}`));
        return;
      }
      count += 1;
      waiting.set(count, { resolve, reject });
      toBrowser.write(`${JSON.stringify({ id: count, method, params, ...(sessionId && { sessionId }) })}\0`);
    });

  const close = async () => {
    process.removeListener('exit', kill);
    const timer = setTimeout(kill, 2000);
    await send('Browser.close').catch(() => undefined);
    await end;
    clearTimeout(timer);
  };

  const late = setTimeout(kill, STARTED_WITHIN_MS);
  try {
    await send('Browser.getVersion');
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return {
    send,
    on: (method, listener) => void listeners.set(method, [...(listeners.get(method) ?? []), listener]),
    close,
  };
}
