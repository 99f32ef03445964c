/**
 * Shares the connections of the pool between the areas of the console (hours, settings, billing …), so that a lock on the
 * tables of one leaves connections for all others: each area has at most a part of the pool, and waits for its own turns.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseBusy } from './unreachable.js';

const areas = new AsyncLocalStorage<string>();

/** What runs outside any request: jobs, webhooks, the start. */
const BACKGROUND = 'background';

/** Runs what a request does under the name of its area. */
export function inArea<Result>(name: string, run: () => Result): Result {
  return areas.run(name, run);
}

interface Waiting {
  admit: () => void;
  timer: NodeJS.Timeout;
}

export interface AreaLimits {
  /** Connections that one area has at the same time. */
  perArea: number;
  /** How long a statement waits for its area's turn, in milliseconds. */
  waitMs: number;
}

/** Turns of the areas at one pool. */
export class AreaTurns {
  readonly #limits: AreaLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(limits: AreaLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn of the area that the caller runs in.
   *
   * @returns ends the turn
   * @throws DatabaseBusy when none came in time
   */
  async take(): Promise<() => void> {
    const area = areas.getStore() ?? BACKGROUND;
    const running = this.#running.get(area) ?? 0;
    if (running < this.#limits.perArea) this.#running.set(area, running + 1);
    else await this.#wait(area);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#end(area);
    };
  }

  #wait(area: string): Promise<void> {
    const queue = this.#waiting.get(area) ?? [];
    this.#waiting.set(area, queue);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        admit: () => {
          clearTimeout(waiting.timer);
          resolve();
        },
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(new DatabaseBusy());
        }, this.#limits.waitMs),
      };
      queue.push(waiting);
    });
  }

  /** Hands the turn to whoever waits longest, or gives it back. */
  #end(area: string): void {
    const next = this.#waiting.get(area)?.shift();
    if (next) {
      next.admit();
      return;
    }
    const running = (this.#running.get(area) ?? 1) - 1;
    if (running > 0) this.#running.set(area, running);
    else {
      this.#running.delete(area);
      this.#waiting.delete(area);
    }
  }
}
