import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TransportContext } from 'shared-api';
import { listPractices, type PracticeSummary, readPractice } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { createPractices } from './practices';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const context: TransportContext = {
  reauthenticate: () => Promise.resolve(false),
  heardRevision: () => undefined,
};

const listed: PracticeSummary = {
  id: 1,
  name: 'Bright Smiles Dental',
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
};
const bright: PracticeSummary = { ...listed, rights: ['hours'] };

describe('createPractices', () => {
  it('updates a practice’s rights after a read and notifies listeners', async () => {
    server.use(answer(readPractice, () => reply(readPractice, { ...bright, rights: ['billing.read', 'hours'] })));
    const practices = createPractices(context, [bright]);
    const listener = jest.fn();
    practices.known.subscribe(listener);
    await practices.read(1);
    expect(practices.known.getState().get(1)?.rights).toEqual(['billing.read', 'hours']);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('keeps the same object and doesn’t notify when nothing changed', async () => {
    server.use(answer(readPractice, () => reply(readPractice, { ...bright })));
    const practices = createPractices(context, [bright]);
    const listener = jest.fn();
    practices.known.subscribe(listener);
    await practices.read(1);
    expect(practices.known.getState().get(1)).toBe(bright);
    expect(listener).not.toHaveBeenCalled();
  });

  it('keeps known rights when a list contains a practice without rights', async () => {
    server.use(
      answer(listPractices, () => reply(listPractices, { results: [{ ...listed, name: 'Bright' }], count: 1 })),
    );
    const practices = createPractices(context, [bright]);
    await practices.search('bri');
    expect(practices.known.getState().get(1)).toEqual({ ...bright, name: 'Bright' });
  });

  it('cuts a long text to what the server searches', async () => {
    const searched: (string | undefined)[] = [];
    server.use(
      answer(listPractices, ({ query }) => {
        searched.push(query.search);
        return reply(listPractices, { results: [], count: 0 });
      }),
    );
    await createPractices(context, []).search(` ${'a'.repeat(201)}`);
    expect(searched).toEqual(['a'.repeat(200)]);
  });

  it('applies the rights that a list includes', async () => {
    server.use(answer(listPractices, () => reply(listPractices, { results: [{ ...bright, rights: [] }], count: 1 })));
    const practices = createPractices(context, [bright]);
    await practices.search('');
    expect(practices.known.getState().get(1)?.rights).toEqual([]);
  });

  describe('when a response contains feature flags', () => {
    const withFlags = { ...bright, feature_flags: ['beta_reports'] };
    const open = () => {
      const read = jest.fn();
      server.use(
        answer(readPractice, () => {
          read();
          return reply(readPractice, { ...bright, feature_flags: ['beta_reports', 'fast_sync'] });
        }),
      );
      return { practices: createPractices(context, [withFlags]), read };
    };

    it('refetches the practice once if its flags differ', async () => {
      const { practices, read } = open();
      const changed = new Promise<void>((done) => void practices.known.subscribe(() => done()));
      practices.heardFeatureFlags(1, []);
      practices.heardFeatureFlags(1, []);
      await changed;
      expect(practices.known.getState().get(1)?.feature_flags).toEqual(['beta_reports', 'fast_sync']);
      expect(read).toHaveBeenCalledTimes(1);
    });

    it('doesn’t refetch for equal flags or an unknown practice', async () => {
      const { practices, read } = open();
      practices.heardFeatureFlags(1, ['beta_reports']);
      practices.heardFeatureFlags(2, []);
      await new Promise((done) => setTimeout(done));
      expect(read).not.toHaveBeenCalled();
    });
  });

  it('forgets a practice that the person can no longer see', async () => {
    server.use(answer(readPractice, () => errorReply(403, 'forbidden', 'You are not a member of this practice.')));
    const practices = createPractices(context, [bright]);
    await practices.read(1);
    expect(practices.known.getState().get(1)).toBeUndefined();
  });

  it.each([
    ['could not be read', () => errorReply(500, 'broken', 'No')],
    ['an older server doesn’t serve', () => errorReply(404, 'unknown_call', 'Unknown')],
  ])('keeps a practice that %s', async (_, broken) => {
    server.use(answer(readPractice, broken));
    const practices = createPractices(context, [bright]);
    await practices.read(1);
    expect(practices.known.getState().get(1)).toBe(bright);
  });
});
