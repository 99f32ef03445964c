import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker, FAILURES_TO_OPEN, OPEN_MS } from './circuit-breaker.js';

function breaker() {
  let now = new Date('2026-11-20T12:00:00Z');
  const circuit = new CircuitBreaker(() => now);
  const fail = (times: number): void => {
    for (let count = 0; count < times; count += 1) circuit.acquire()?.failed('it hung');
  };
  const wait = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  return { circuit, fail, wait };
}

describe('CircuitBreaker', () => {
  it('opens only after consecutive failures', () => {
    const { circuit, fail } = breaker();
    fail(FAILURES_TO_OPEN - 1);
    circuit.acquire()?.succeeded();
    fail(FAILURES_TO_OPEN - 1);
    expect(circuit.state).toBe('closed');
    fail(1);
    expect([circuit.state, circuit.acquire(), circuit.opened]).toEqual([
      'open',
      undefined,
      expect.objectContaining({ reason: 'it hung', since: new Date('2026-11-20T12:00:00Z') }),
    ]);
  });

  it('lets one request through after the pause, and returns the remaining pause', () => {
    const { circuit, fail, wait } = breaker();
    fail(FAILURES_TO_OPEN);
    wait(OPEN_MS - 1500);
    expect([circuit.acquire(), circuit.retryAfterSeconds]).toEqual([undefined, 2]);
    wait(1500);
    expect(circuit.state).toBe('half-open');
    const probe = circuit.acquire();
    expect([probe === undefined, circuit.acquire()]).toEqual([false, undefined]);
    probe?.succeeded();
    expect([circuit.state, circuit.opened]).toEqual(['closed', undefined]);
  });

  it('reopens for a whole pause when the trial fails, and keeps its start time', () => {
    const { circuit, fail, wait } = breaker();
    fail(FAILURES_TO_OPEN);
    const since = circuit.opened?.since;
    wait(OPEN_MS);
    circuit.acquire()?.failed('it hung');
    wait(OPEN_MS - 1);
    expect([circuit.state, circuit.opened?.since]).toEqual(['open', since]);
  });

  it('tries again when the trial ended without a result', () => {
    const { circuit, fail, wait } = breaker();
    fail(FAILURES_TO_OPEN);
    wait(OPEN_MS);
    circuit.acquire()?.release();
    expect(circuit.acquire()).toBeDefined();
  });

  it('ignores requests from before it opened', () => {
    const { circuit, fail } = breaker();
    const slow = circuit.acquire();
    const slower = circuit.acquire();
    fail(FAILURES_TO_OPEN);
    slow?.succeeded();
    slower?.failed('late');
    expect([circuit.state, circuit.opened?.reason]).toEqual(['open', 'it hung']);
  });
});
