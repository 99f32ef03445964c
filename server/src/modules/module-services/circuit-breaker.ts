/**
 * Stops calling a service that fails repeatedly, so that neither people nor the service wait for the same failure. Each
 * replica has its own (docs/decisions/0045).
 */

/** Consecutive failures that open the circuit. */
export const FAILURES_TO_OPEN = 5;
/** How long nothing is sent. Then one trial request is allowed. */
export const OPEN_MS = 10_000;

/** `half-open`: one trial request is running or may be sent now. */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** Permission to send one request. */
export interface Permit {
  succeeded(): void;
  failed(reason: string): void;
  /** Ends the permission. Without `succeeded` or `failed` before, the service's state is unknown. */
  release(): void;
}

export class CircuitBreaker {
  readonly #now: () => Date;
  #failures = 0;
  #open: { since: Date; until: number; reason: string } | undefined;
  #isProbing = false;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get state(): CircuitState {
    if (!this.#open) return 'closed';
    return this.#isProbing || this.#remainingMs() === 0 ? 'half-open' : 'open';
  }

  /** When and why the circuit left the closed state; undefined while closed. */
  get opened(): { since: Date; reason: string } | undefined {
    return this.#open;
  }

  /** Seconds until a request may be sent again. At least 1. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.#remainingMs() / 1000));
  }

  #remainingMs(): number {
    return Math.max(0, (this.#open?.until ?? 0) - this.#now().getTime());
  }

  /** @returns undefined while nothing may be sent */
  acquire(): Permit | undefined {
    if (!this.#open) {
      return { succeeded: () => this.#succeeded(), failed: (reason) => this.#failed(reason), release: () => undefined };
    }
    if (this.#isProbing || this.#remainingMs() > 0) return undefined;
    this.#isProbing = true;
    let isOver = false;
    const over = (then: () => void): void => {
      if (isOver) return;
      isOver = true;
      this.#isProbing = false;
      then();
    };
    return {
      succeeded: () => over(() => this.#close()),
      failed: (reason) => over(() => this.#reopen(reason)),
      release: () => over(() => undefined),
    };
  }

  #succeeded(): void {
    // A request from before the circuit opened says nothing about the service's current state.
    if (!this.#open) this.#failures = 0;
  }

  #failed(reason: string): void {
    this.#failures += 1;
    if (!this.#open && this.#failures >= FAILURES_TO_OPEN) this.#reopen(reason);
  }

  #reopen(reason: string): void {
    const now = this.#now();
    this.#open = { since: this.#open?.since ?? now, until: now.getTime() + OPEN_MS, reason };
  }

  #close(): void {
    this.#failures = 0;
    this.#open = undefined;
  }
}
