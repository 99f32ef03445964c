import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TransportContext } from 'shared-api';
import {
  endSupportAccess,
  openSupportAccess,
  readSupportAccess,
  type SupportAccess,
} from 'shared-api/contracts/support-access';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { createSupportAccesses } from './support-accesses';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

const context: TransportContext = {
  reauthenticate: () => Promise.resolve(false),
  heardRevision: () => undefined,
};
const HOUR_S = 3600;
const NOW_S = Date.parse('2026-11-24T15:12:00Z') / 1000;
const bright = { id: 7, name: 'Bright Smiles' };
const reason = { reason: 'Ticket 812: wrong invoices', hours: 1 } as const;
const access: SupportAccess = {
  id: '3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10',
  person: { id: 'u-1', name: 'Ivy Internal' },
  reason: reason.reason,
  opened_at: NOW_S,
  ends_at: NOW_S + HOUR_S,
};

/** The server's state. */
let stored: SupportAccess | null;
beforeEach(() => {
  jest.useFakeTimers({ now: NOW_S * 1000, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
  history.replaceState(null, '', '/internal/practices/7/subscriptions');
  stored = null;
  server.use(
    answer(readSupportAccess, () => reply(readSupportAccess, { required: true, access: stored })),
    answer(openSupportAccess, () => {
      stored = access;
      return reply(openSupportAccess, access);
    }),
    answer(endSupportAccess, () => {
      stored = null;
      return reply(endSupportAccess, { status: 'success' });
    }),
  );
});
afterEach(() => {
  server.resetHandlers();
  jest.useRealTimers();
});

const accesses = (over: { asks?: boolean; memberOf?: number[] } = {}) =>
  createSupportAccesses({ context, asks: true, memberOf: [], ...over });
/** Uses the real timer, not the test's. */
const realSetTimeout = globalThis.setTimeout;
const MAX_TURNS = 3000;

/** Waits for network responses while the test's clock is stopped. */
const settled = async (check: () => void): Promise<void> => {
  for (let turn = 1; ; turn += 1) {
    try {
      check();
      return;
    } catch (error) {
      if (turn === MAX_TURNS) throw error;
      await new Promise((resolve) => realSetTimeout(resolve, 10));
    }
  }
};

describe('createSupportAccesses', () => {
  it('needs no access for members or if the console asks for no reasons', () => {
    expect(accesses({ asks: false }).stateOf(7)).toEqual({ phase: 'not-needed' });
    expect(accesses({ memberOf: [7] }).stateOf(7)).toEqual({ phase: 'not-needed' });
    expect(accesses({ memberOf: [8] }).stateOf(7)).toBeUndefined();
    // A new object each time would rerender the shell endlessly.
    expect(accesses({ asks: false }).stateOf(7)).toBe(accesses({ memberOf: [7] }).stateOf(7));
  });

  it('reads whether the practice is open, opens it and ends it', async () => {
    const support = accesses();
    await support.read(7);
    expect(support.stateOf(7)).toEqual({ phase: 'closed' });
    await support.open(7, reason);
    expect(support.stateOf(7)).toEqual({ phase: 'open', access });
    await support.end(7);
    expect(support.stateOf(7)).toEqual({ phase: 'closed' });
  });

  it('returns the error of a refused opening, and keeps the practice closed', async () => {
    server.use(answer(openSupportAccess, () => errorReply(409, 'not_needed', 'Not needed')));
    const support = accesses();
    expect((await support.open(7, reason)).error?.message).toBe('Not needed');
    expect(support.stateOf(7)).toBeUndefined();
  });

  it('asks again when the time is over, and resumes waiting calls once the practice is open', async () => {
    const support = accesses();
    await support.open(7, reason);
    stored = null;
    jest.advanceTimersByTime(HOUR_S * 1000);
    await settled(() => expect(support.asking.getState()).toMatchObject({ id: 7 }));
    expect(support.stateOf(7)).toEqual({ phase: 'over' });
    const waiting = support.ask({ practices: [bright], background: true });
    await support.open(7, reason);
    expect(await waiting).toBe(true);
    expect(support.asking.getState()).toBeNull();
  });

  it('continues without asking if the person reopened the practice in another tab', async () => {
    const support = accesses();
    await support.open(7, reason);
    stored = { ...access, ends_at: access.ends_at + HOUR_S };
    jest.advanceTimersByTime(HOUR_S * 1000);
    await settled(() => expect(support.stateOf(7)).toEqual({ phase: 'open', access: stored }));
    expect(support.asking.getState()).toBeNull();
  });

  it('asks when a call is refused because the practice ended the access', async () => {
    const support = accesses();
    await support.open(7, reason);
    stored = null;
    void support.ask({ practices: [bright], background: true });
    await settled(() => expect(support.asking.getState()).toEqual(bright));
    expect(support.stateOf(7)).toEqual({ phase: 'over' });
  });

  it('resumes a call that was refused before the practice was opened', async () => {
    const support = accesses();
    await support.open(7, reason);
    expect(await support.ask({ practices: [bright], background: false })).toBe(true);
    expect(support.asking.getState()).toBeNull();
  });

  it('does not ask again after the person declined until they act', async () => {
    const support = accesses();
    const first = support.ask({ practices: [bright], background: false });
    await settled(() => expect(support.asking.getState()).toEqual(bright));
    support.decline();
    expect(await first).toBe(false);
    expect(await support.ask({ practices: [bright], background: true })).toBe(false);
    expect(support.asking.getState()).toBeNull();
    void support.ask({ practices: [bright], background: false });
    await settled(() => expect(support.asking.getState()).toEqual(bright));
  });

  it('asks for the open practice when a customer has several', async () => {
    const support = accesses();
    void support.ask({ practices: [{ id: 3, name: 'Lakeside' }, bright], background: false });
    await settled(() => expect(support.asking.getState()).toEqual(bright));
  });
});
