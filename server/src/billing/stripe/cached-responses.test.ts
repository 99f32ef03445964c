/** Cached provider responses, shared by all replicas. */
import { describe, expect, it } from '@jest/globals';
import { readEachCached } from '../payments/cached-reads.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  deleteExpiredResponses,
  endOfDay,
  findCached,
  invalidateAbout,
  cacheResponse,
  readRevisions,
} from './cached-responses.js';

const noon = new Date('2026-11-20T12:00:00Z');
let made = 0;
const aCustomer = (): string => `cus_kept${(made += 1)}`;

describeWithDatabase('kept answers', (database) => {
  const revisionOf = async (id: string) => (await readRevisions(database().db, [id])).get(id) ?? 0;
  const keep = async (customerId: string, revision: number, answer: unknown = 'kept') =>
    cacheResponse(database().db, {
      ...{ customerId, kind: 'test:1', revision, answer },
      ...{ readAt: noon, expiresAt: endOfDay(noon) },
    });
  const cached = async (customerId: string, at = noon): Promise<unknown> =>
    (await findCached(database().db, 'test:1', [customerId], at)).get(customerId)?.answer;

  it('are found until the customer changes', async () => {
    const id = aCustomer();
    await keep(id, await revisionOf(id));
    expect(await cached(id)).toBe('kept');
    await invalidateAbout(database().db, `{"object":"invoice","customer":"${id}"}`);
    expect(await cached(id)).toBeUndefined();
  });

  it('aren’t used when the read started before a change and ended after it', async () => {
    const id = aCustomer();
    const before = await revisionOf(id);
    await invalidateAbout(database().db, id);
    await keep(id, before);
    expect(await cached(id)).toBeUndefined();
  });

  it('keeps responses of other customers', async () => {
    const [id, other] = [aCustomer(), aCustomer()];
    await keep(other, await revisionOf(other));
    await invalidateAbout(database().db, id);
    expect(await cached(other)).toBe('kept');
  });

  it.each([
    ['names no object of a customer', '{"id":"price_1","object":"price"}'],
    ['names an object that is not mirrored', '/v1/subscription_items/si_unknown'],
  ])('invalidates responses of all customers on a change that %s', async (_what, about) => {
    const id = aCustomer();
    await keep(id, await revisionOf(id));
    await invalidateAbout(database().db, about);
    expect(await cached(id)).toBeUndefined();
  });

  it('are invalidated by a change of the customer’s mirrored object, unlike others’', async () => {
    const [id, other] = [aCustomer(), aCustomer()];
    const invoice = { customer_id: id, created: noon, status: 'open', currency: 'usd', shown: '{}', reading: 1 };
    await database()
      .db.insertInto('billing_invoices')
      .values({ id: `in_${id}`, ...invoice })
      .execute();
    for (const one of [id, other]) await keep(one, await revisionOf(one));
    await invalidateAbout(database().db, `/v1/invoices/in_${id}/pay`);
    expect([await cached(id), await cached(other)]).toEqual([undefined, 'kept']);
  });

  it.each([
    ['the end of the day', new Date('2026-11-21T00:00:00Z')],
    ['a clock that was set back', new Date('2026-11-20T11:59:59Z')],
  ])('aren’t used after %s', async (_what, at) => {
    const id = aCustomer();
    await keep(id, await revisionOf(id));
    expect(await cached(id, at)).toBeUndefined();
  });

  it('are deleted after they expire', async () => {
    const id = aCustomer();
    await keep(id, await revisionOf(id));
    await deleteExpiredResponses(database().db, endOfDay(noon));
    expect(await cached(id)).toBe('kept');
    await deleteExpiredResponses(database().db, new Date(endOfDay(noon).getTime() + 1));
    expect(await cached(id)).toBeUndefined();
  });

  describe('when customers are read', () => {
    const reading = (calls: string[], result: string | undefined = 'read') => ({
      kind: 'reading:1',
      read: (id: string) => {
        calls.push(id);
        return Promise.resolve(result);
      },
    });

    it('calls the provider once, also for a deleted customer', async () => {
      const id = aCustomer();
      const calls: string[] = [];
      for (const _visit of [1, 2]) await readEachCached(database().db, noon, [id], reading(calls, undefined));
      expect(calls).toEqual([id]);
    });

    it('caches no failure', async () => {
      const id = aCustomer();
      const calls: string[] = [];
      const failing = { ...reading(calls), read: () => Promise.reject(new Error('down')) };
      await expect(readEachCached(database().db, noon, [id], failing)).rejects.toThrow('down');
      expect((await readEachCached(database().db, noon, [id], reading(calls))).reads).toEqual([
        { customer: id, result: 'read' },
      ]);
    });

    it('rereads when a response is due to change', async () => {
      const id = aCustomer();
      const calls: string[] = [];
      const inAnHour = noon.getTime() / 1000 + 3_600;
      const changing = { ...reading(calls), changesAt: () => inAnHour };
      for (const minutes of [0, 59, 60]) {
        await readEachCached(database().db, new Date(noon.getTime() + minutes * 60_000), [id], changing);
      }
      expect(calls).toEqual([id, id]);
    });
  });
});
