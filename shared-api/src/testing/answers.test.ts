import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { saveWeeklyHours } from '../contracts/weekly-hours.js';
import { request, send } from '../transport/transport.js';
import { answer, connectionFailure, proxyErrorPage, errorReply, reply } from './answers.js';
import { setupServer } from './network.js';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const context = { reauthenticate: () => Promise.resolve(false), heardRevision: () => undefined };
const save = (body: unknown[] = []) =>
  send(request(saveWeeklyHours, { params: { practice: 3 }, body: body as never, ifMatch: '"7"' }), context);
const saved = () => reply(saveWeeklyHours, { status: 'OK', message: 'Saved' }, { etag: '"8"' });

describe('answer', () => {
  it('forwards the request and returns the version', async () => {
    const received: unknown[] = [];
    server.use(
      answer(saveWeeklyHours, ({ params, body, ifMatch }) => {
        received.push(params, body, ifMatch);
        return saved();
      }),
    );
    await expect(save()).resolves.toEqual({ data: { status: 'OK', message: 'Saved' }, meta: { etag: '"8"' } });
    expect(received).toEqual([{ practice: 3 }, [], '"7"']);
  });

  it('returns 400 with the invalid paths for a body that breaks the contract', async () => {
    server.use(answer(saveWeeklyHours, saved));
    const { error } = await save([{ provider_id: -1 }]);
    expect(error).toMatchObject({ status: 400, code: 'invalid' });
    expect(Object.keys(error?.fields ?? {})).toContain('0.provider_id');
  });

  it('falls back to the earlier handler after a one-time answer', async () => {
    server.use(answer(saveWeeklyHours, saved));
    server.use(answer(saveWeeklyHours, () => errorReply(409, 'stale', 'Too late'), { once: true }));
    expect((await save()).error?.code).toBe('stale');
    expect((await save()).error).toBeUndefined();
  });

  it('throws when a reply breaks the contract', () => {
    expect(() => reply(saveWeeklyHours, { status: 'OK' } as never)).toThrow('message');
  });

  it.each([
    ['a page of a proxy', () => proxyErrorPage(), 'not_json'],
    ['no connection', connectionFailure, 'no_answer'],
  ])('simulates %s', async (_, broken, code) => {
    server.use(answer(saveWeeklyHours, () => broken()));
    expect((await save()).error?.code).toBe(code);
  });
});
