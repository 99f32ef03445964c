/**
 * Derives password hashes in separate threads. The runtime's shared pool has four threads for files, name lookups and
 * hashes together, so many simultaneous sign-ins would delay everything else. The queue is bounded: a request that
 * can't be served soon fails immediately.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/errors/app-error.js';

export interface DeriveRequest {
  password: string;
  salt: Buffer;
  /** scrypt's parameters; `maxmem` in bytes. */
  options: { N: number; r: number; p: number; maxmem: number };
  length: number;
}

interface Waiting {
  request: DeriveRequest;
  resolve: (key: Buffer) => void;
  reject: (error: Error) => void;
}

/** One core is left for the server itself. */
const MAX_WORKERS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** At the cost of decision 0012, the last request in the queue waits a few seconds. */
export const MAX_WAITING = 24;
const RETRY_AFTER_SECONDS = 5;

/** Source text, so that the thread runs the same code in the build and in tests. */
const workerSource = `
const { parentPort } = require('node:worker_threads');
const { scryptSync } = require('node:crypto');
parentPort.on('message', ({ password, salt, length, options }) => {
  try {
    parentPort.postMessage({ key: scryptSync(password, salt, length, options) });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});
`;

const waiting: Waiting[] = [];
const idle: Worker[] = [];
let started = 0;

/** @throws AppError `busy` when too many requests are waiting */
export function assertHashingCapacity(): void {
  if (waiting.length < MAX_WAITING) return;
  throw new AppError(503, 'busy', 'Too many people are signing in right now. Try again in a few seconds.', {
    retryAfter: RETRY_AFTER_SECONDS,
  });
}

/** @throws AppError `busy` */
export function derive(request: DeriveRequest): Promise<Buffer> {
  assertHashingCapacity();
  return new Promise((resolve, reject) => {
    waiting.push({ request, resolve, reject });
    dispatch();
  });
}

function dispatch(): void {
  while (waiting.length > 0) {
    const worker = idle.pop() ?? (started < MAX_WORKERS ? startWorker() : undefined);
    const next = worker && waiting.shift();
    if (!worker || !next) return;
    run(worker, next);
  }
}

function startWorker(): Worker {
  started += 1;
  // The thread needs no options. With those of `node --watch`, Node sends its own messages among the results.
  const worker = new Worker(workerSource, { eval: true, env: {} });
  // An idle thread does not keep the process alive.
  worker.unref();
  return worker;
}

type WorkerAnswer = { key: Uint8Array } | { error: string };

function run(worker: Worker, { request, resolve, reject }: Waiting): void {
  const finish = (): void => {
    worker.off('message', onMessage);
    worker.off('error', onEnd);
    worker.off('exit', onEnd);
    worker.unref();
  };
  const onMessage = (answer: WorkerAnswer): void => {
    finish();
    idle.push(worker);
    if ('key' in answer) resolve(Buffer.from(answer.key));
    else reject(new Error(answer.error));
    dispatch();
  };
  // The next request replaces a thread that has ended.
  const onEnd = (error: unknown): void => {
    finish();
    started -= 1;
    reject(error instanceof Error ? error : new Error(`The hashing thread ended with code ${String(error)}`));
    dispatch();
  };
  worker.on('message', onMessage);
  worker.on('error', onEnd);
  worker.on('exit', onEnd);
  worker.ref();
  worker.postMessage(request);
}
