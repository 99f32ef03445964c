/**
 * Divides the connections of the pool between the areas of the console (hours, settings, billing …). Each area has a
 * limit, and calls above it wait. A lock on one area's tables therefore leaves connections for all others.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseBusy } from './unreachable.js';

const areas = new AsyncLocalStorage<string>();

/** The area of work outside any request: jobs, webhooks, startup. */
const BACKGROUND = 'background';

/** Runs the work of a request in its area. */
export function inArea<Result>(name: string, run: () => Result): Result {
  return areas.run(name, run);
}

interface Waiting {
  area: string;
  admit: () => void;
}

export interface AreaLimits {
  /** Total connections of all areas. */
  total: number;
  /** Maximum connections of one area at the same time. */
  perArea: number;
  /** How long a statement waits for its turn, in milliseconds. */
  waitMs: number;
}

/**
 * Schedules the areas on one pool. The caller that has waited longest is next, whatever its area, unless its area is at
 * its limit. Callers of an area with a long queue therefore wait no longer than without areas.
 */
export class AreaTurns {
  readonly #limits: AreaLimits;
  readonly #running = new Map<string, number>();
  #total = 0;
  /** In the order of their requests. */
  readonly #waiting = new Set<Waiting>();

  constructor(limits: AreaLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn of the caller's area.
   *
   * @returns a function that ends the turn
   * @throws DatabaseBusy when the wait takes too long
   */
  async take(): Promise<() => void> {
    const area = areas.getStore() ?? BACKGROUND;
    if (this.#hasRoomFor(area)) this.#begin(area);
    else await this.#wait(area);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#end(area);
    };
  }

  #hasRoomFor(area: string): boolean {
    return this.#total < this.#limits.total && (this.#running.get(area) ?? 0) < this.#limits.perArea;
  }

  #begin(area: string): void {
    this.#total += 1;
    this.#running.set(area, (this.#running.get(area) ?? 0) + 1);
  }

  #wait(area: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new DatabaseBusy());
      }, this.#limits.waitMs);
      const waiting: Waiting = {
        area,
        admit: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          this.#begin(area);
          resolve();
        },
      };
      this.#waiting.add(waiting);
    });
  }

  #end(area: string): void {
    this.#total -= 1;
    const running = (this.#running.get(area) ?? 1) - 1;
    if (running > 0) this.#running.set(area, running);
    else this.#running.delete(area);
    for (const next of this.#waiting) {
      if (!this.#hasRoomFor(next.area)) continue;
      next.admit();
      return;
    }
  }
}
