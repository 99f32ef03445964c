// @ts-check
/**
 * Requests at a fixed rate, however long the responses take: as many people arrive while the server is slow as while it
 * is fast. A duration starts when the request was due, so the load generator's waiting also counts.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {import('./connections.mjs').Connections} Connections */
/** @typedef {import('./day.mjs').Kind} Kind */
/** @typedef {ReturnType<typeof import('./day.mjs').ordinaryDay>['next']} NextRequest */

/**
 * @typedef {object} Load
 * @property {number} perSecond answered requests
 * @property {Map<Kind, number[]>} times durations in ms of the requests that were due in the measured time
 * @property {Map<string, number>} errors by their text
 * @property {boolean} isOverrun requests were left out, because too many waited for a response
 */

/** Seconds of waiting requests after which a step is aborted. */
const MAX_BACKLOG_SECONDS = 3;

/**
 * @param {readonly Connections[]} copies each gets every n-th request
 * @param {NextRequest} next
 * @param {{perSecond: number, warmUpMs: number, measuredMs: number, onMeasure?: () => void, onEnd?: () => void}} step
 * @returns {Promise<Load>}
 */
export async function loadAtRate(copies, next, { perSecond, warmUpMs, measuredMs, onMeasure, onEnd }) {
  /** @type {Load['times']} */
  const times = new Map();
  /** @type {Load['errors']} */
  const errors = new Map();
  /** @type {Set<Promise<void>>} */
  const open = new Set();
  const begin = performance.now();
  const measuredFrom = begin + warmUpMs;
  let end = measuredFrom + measuredMs;
  let answered = 0;
  let sent = 0;
  let isOverrun = false;

  /** @param {Connections} copy @param {number} due */
  const ask = async (copy, due) => {
    const { kind, answer } = next(copy);
    const failure = await answer.then(
      ({ status }) => (status === 200 ? undefined : `${kind}: ${status}`),
      (error) => `${kind}: ${error instanceof Error ? error.message : error}`,
    );
    const now = performance.now();
    if (failure !== undefined) errors.set(failure, (errors.get(failure) ?? 0) + 1);
    if (now >= measuredFrom && now < end) answered += 1;
    if (due < measuredFrom) return;
    const known = times.get(kind);
    if (known) known.push(now - due);
    else times.set(kind, [now - due]);
  };

  let isMeasured = false;
  for (let due = begin; due < end && !isOverrun;) {
    const now = performance.now();
    if (!isMeasured && now >= measuredFrom) {
      isMeasured = true;
      onMeasure?.();
    }
    for (; due <= now; due += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
      if (open.size > perSecond * MAX_BACKLOG_SECONDS) {
        isOverrun = true;
        break;
      }
      const copy = copies[sent % copies.length];
      if (!copy) throw new Error('There is no copy');
      sent += 1;
      const asked = ask(copy, due).finally(() => open.delete(asked));
      open.add(asked);
    }
    await wait(1);
  }
  if (!isMeasured) onMeasure?.();
  // Later responses aren't counted, also when the step was aborted.
  end = Math.min(performance.now(), end);
  onEnd?.();
  await Promise.all(open);
  return { perSecond: end > measuredFrom ? (answered * 1000) / (end - measuredFrom) : 0, times, errors, isOverrun };
}
