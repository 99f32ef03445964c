// @ts-check
/**
 * Runs the servers and sandboxes of several consoles in one process. Each has its own port, database and data, as in
 * separate processes. Their modules are loaded once, which is most of the startup time.
 */
import { fork } from 'node:child_process';
import { repositoryPath } from './steps.mjs';

/** @typedef {import('./server-process.mjs').ServerProcess} ServerProcess */
/** @typedef {import('./sandbox-process.mjs').RunningSandbox} RunningSandbox */
/** @typedef {import('./console-host-process.mjs').HostAnswer} HostAnswer */

/**
 * @typedef {object} ConsoleHost
 * @property {(env: NodeJS.ProcessEnv) => Pick<ServerProcess, 'start' | 'end'>} server
 * @property {(env: NodeJS.ProcessEnv) => Promise<RunningSandbox>} startSandbox
 * @property {() => Promise<void>} stop ends the process, with all that still runs in it
 */

/** @returns {Promise<ConsoleHost>} */
export async function startConsoleHost() {
  const child = fork(repositoryPath('tools/console-host-process.mjs'), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ chunk) => (output = (output + chunk.toString()).slice(-20_000)));
  }
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));

  /** @type {Map<number, {resolve: (answer: HostAnswer) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let lastId = 0;
  child.on('message', (/** @type {HostAnswer} */ answer) => {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) call?.resolve(answer);
    else call?.reject(new Error(answer.error));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values())
      reject(new Error(`The host of the consoles ended with ${code}:\n${output}`));
    waiting.clear();
  });

  /** @param {number} id @param {object} [request] @returns {Promise<HostAnswer>} */
  const answerTo = (id, request) =>
    new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      if (!request) return;
      child.send({ ...request, id }, (error) => error && reject(error));
    });
  /** @param {object} request */
  const ask = (request) => answerTo((lastId += 1), request);

  // It sends 0 once it has loaded its modules.
  await answerTo(0);

  return {
    server(env) {
      /** @type {number | undefined} */
      let started;
      return {
        async start() {
          started = (await ask({ call: 'startServer', env })).id;
        },
        async end() {
          if (started !== undefined) await ask({ call: 'stop', started });
          started = undefined;
        },
      };
    },
    async startSandbox(env) {
      const { id, url = '' } = await ask({ call: 'startSandbox', env });
      return { url, stop: async () => void (await ask({ call: 'stop', started: id })) };
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
