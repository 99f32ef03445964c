import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { idempotencyKey } from '../contracts/call.js';
import { payOpenInvoices } from '../contracts/payments.js';
import { listPractices } from '../contracts/practices.js';
import { readWeeklyHours, saveWeeklyHours } from '../contracts/weekly-hours.js';
import {
  apiErrorOf,
  isException,
  isUnknownCall,
  remedyMessage,
  serverMessage,
  unknownCallMessage,
} from './api-error.js';
import { ANSWER_TIMEOUT_MS, ask, request, send, urlOf } from './transport.js';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const HOURS = '/api/1/provider-hours/';
const read = request(readWeeklyHours, { params: { practice: 1 } });

describe('a call', () => {
  const context = { reauthenticate: jest.fn<() => Promise<boolean>>(), heardRevision: jest.fn() };
  beforeEach(() => void context.reauthenticate.mockResolvedValue(false));

  it('puts parameters into the path and only defined values into the query', () => {
    expect(urlOf(request(listPractices, { query: { search: 'a&b', page: 2 } }))).toBe(
      '/api/practices/?search=a%26b&page=2',
    );
    expect(urlOf(request(listPractices, { query: { search: undefined } }))).toBe('/api/practices/');
    expect(urlOf(read)).toBe(HOURS);
  });

  it('returns the data and record version, and reports the registry revision', async () => {
    server.use(
      http.get(HOURS, () =>
        HttpResponse.json({ status: 'OK', message: [] }, { headers: { etag: '"7"', 'x-modules-revision': 'r9' } }),
      ),
    );
    await expect(send(read, context)).resolves.toEqual({ data: { status: 'OK', message: [] }, meta: { etag: '"7"' } });
    expect(context.heardRevision).toHaveBeenCalledWith('r9');
  });

  it.each([
    ['12 beta_reports,fast_sync', [12, ['beta_reports', 'fast_sync']]],
    ['12 ', [12, []]],
  ])('reports the feature flags of the practice: %s', async (header, reported) => {
    const heardFeatureFlags = jest.fn();
    server.use(http.get(HOURS, () => HttpResponse.json({}, { headers: { 'x-console-feature-flags': header } })));
    await send(read, { ...context, heardFeatureFlags });
    expect(heardFeatureFlags.mock.calls).toEqual([reported]);
  });

  it('sends a change’s base version', async () => {
    const seen = jest.fn();
    server.use(
      http.post(`${HOURS}bulk_update/`, async ({ request: sent }) => {
        seen(sent.headers.get('if-match'), await sent.json());
        return HttpResponse.json({ status: 'OK', message: 'saved' });
      }),
    );
    await send(request(saveWeeklyHours, { params: { practice: 1 }, body: [], ifMatch: '"7"' }), context);
    expect(seen).toHaveBeenCalledWith('"7"', []);
  });

  it('names a call that the server doesn’t implement, and says what to do', async () => {
    const body = { status: 'error', code: 'unknown_call', message: 'Unknown', error: 'Unknown' };
    server.use(http.get(HOURS, () => HttpResponse.json(body, { status: 404 })));
    const { error } = await send(read, context);
    const message =
      'This console doesn’t serve readWeeklyHours (GET /api/:practice/provider-hours/), which this page needs. Ask the console’s operator for an update.';
    expect(error).toEqual({ status: 404, code: 'unknown_call', message });
    expect(error && [isUnknownCall(error), serverMessage(error), isException(error)]).toEqual([true, message, false]);
    expect([unknownCallMessage(error), remedyMessage(error)]).toEqual([message, message]);
  });

  it('keeps the retry time in the message after too many requests', async () => {
    const message = 'You’ve made too many requests in a short time. Try again in 2 seconds.';
    const body = { status: 'error', code: 'too_many_requests', message, error: message };
    server.use(http.get(HOURS, () => HttpResponse.json(body, { status: 429, headers: { 'retry-after': '2' } })));
    const { error } = await send(read, context);
    expect(remedyMessage(error)).toBe(message);
  });

  it('keeps the message about a missing record', async () => {
    const body = { status: 'error', code: 'not_found', message: 'No such week', error: 'No such week' };
    server.use(http.get(HOURS, () => HttpResponse.json(body, { status: 404 })));
    const { error } = await send(read, context);
    expect(error).toEqual({ status: 404, code: 'not_found', message: 'No such week' });
    expect(error && isUnknownCall(error)).toBe(false);
    expect([unknownCallMessage(error), remedyMessage(error)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['no error', undefined],
    ['an exception of the page', { name: 'TypeError', message: 'x is undefined' }],
  ])('has no unknown-call message for %s', (_, error) => {
    expect([unknownCallMessage(error), remedyMessage(error)]).toEqual([undefined, undefined]);
  });

  it.each<[string, number, object, object]>([
    [
      'the standard error body',
      409,
      {
        status: 'error',
        code: 'stale_version',
        message: 'Changed',
        error: 'Changed',
        conflict: { changed_by: 'Ana', changed_at: 5 },
      },
      { status: 409, code: 'stale_version', message: 'Changed', conflict: { changed_by: 'Ana', changed_at: 5 } },
    ],
    [
      'a refused seat',
      409,
      { status: 'error', code: 'no_seat', message: 'Taken', error: 'Taken', practices: [{ id: 7, name: 'Oak' }] },
      { status: 409, code: 'no_seat', message: 'Taken', practices: [{ id: 7, name: 'Oak' }] },
    ],
    ['a body with an error text', 500, { error: 'Broken' }, { status: 500, code: 'http_500', message: 'Broken' }],
    [
      'HTTP 200 with an error status',
      200,
      { status: 'ERROR', message: 'No such office' },
      { status: 200, code: 'refused', message: 'No such office' },
    ],
  ])('converts %s into an API error', async (_, status, body, error) => {
    server.use(http.get(HOURS, () => HttpResponse.json(body, { status })));
    const result = await send(read, context);
    expect(result.error).toEqual(error);
    expect(isException(result.error as never)).toBe(false);
    expect(serverMessage(result.error as never)).toBe((error as { message: string }).message);
  });

  it.each<[string, () => Response, string]>([
    ['no answer', () => HttpResponse.error(), 'no_answer'],
    ['an answer that is not JSON', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }), 'not_json'],
  ])('treats %s as an exception', async (_, answer, code) => {
    server.use(http.get(HOURS, answer));
    const { error } = await send(read, context);
    expect(error?.code).toBe(code);
    expect(isException(error as never)).toBe(true);
    expect(serverMessage(error as never)).toBeUndefined();
  });

  it('times out without a response', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 10);
      return controller.signal;
    });
    server.use(http.get(HOURS, async () => delay('infinite')));
    const { error } = await send(read, context);
    expect(error?.code).toBe('timeout');
    expect(timeout).toHaveBeenCalledWith(ANSWER_TIMEOUT_MS);
    timeout.mockRestore();
  });

  it('reports status and duration of each call except a canceled one', async () => {
    const answered = jest.fn();
    server.use(
      http.get(HOURS, () => HttpResponse.json({ error: 'Broken' }, { status: 500 }), { once: true }),
      http.get(HOURS, () => HttpResponse.error(), { once: true }),
      http.get(HOURS, async () => delay('infinite')),
    );
    await send(read, { ...context, answered });
    await send(read, { ...context, answered });
    const controller = new AbortController();
    const cancelled = send(read, { ...context, answered }, controller.signal);
    controller.abort();
    await cancelled;
    expect(answered.mock.calls).toEqual([
      [{ name: 'readWeeklyHours', path: read.call.path, status: 500, durationMs: expect.any(Number) }],
      [{ name: 'readWeeklyHours', path: read.call.path, status: 0, durationMs: expect.any(Number) }],
    ]);
  });

  it('notifies before and after each change, but not for a read', async () => {
    const changed = jest.fn();
    const seen: number[] = [];
    server.use(
      http.get(HOURS, () => HttpResponse.json({ status: 'OK', message: [] })),
      http.post(`${HOURS}bulk_update/`, () => {
        seen.push(changed.mock.calls.length);
        return HttpResponse.json({ status: 'OK', message: [] });
      }),
    );
    await send(read, { ...context, changed });
    expect(changed).not.toHaveBeenCalled();
    await send(request(saveWeeklyHours, { params: { practice: 1 }, body: [] as never }), { ...context, changed });
    expect([seen, changed.mock.calls.length]).toEqual([[1], 2]);
  });

  it('reuses a cached response for a read but never for a change', async () => {
    const keys: string[] = [];
    const reuse = <Answer>(key: string, again: () => Promise<Answer>): Promise<Answer> => {
      keys.push(key);
      return again();
    };
    server.use(
      http.get(HOURS, () => HttpResponse.json({ status: 'OK', message: [] })),
      http.post(`${HOURS}bulk_update/`, () => HttpResponse.json({ status: 'OK' })),
    );
    const params = { practice: 1 };
    expect(await ask(readWeeklyHours, { params }, { ...context, reuse })).toMatchObject({ message: [] });
    await ask(saveWeeklyHours, { params, body: [] as never }, { ...context, reuse });
    expect(keys).toEqual([HOURS]);
  });

  it('returns the code `cancelled` after an abort', async () => {
    server.use(http.get(HOURS, async () => delay('infinite')));
    const controller = new AbortController();
    const answer = send(read, context, controller.signal);
    controller.abort();
    expect((await answer).error?.code).toBe('cancelled');
  });

  describe('when a change needs an idempotency key', () => {
    const PAY = '/api/stripe/cus_1/pay_open_invoices/';
    const pay = (invoice: string) =>
      request(payOpenInvoices, { params: { customer: 'cus_1' }, body: { invoice_ids: [invoice] } });
    const signedOut = { status: 'error', code: 'signed_out', message: 'Sign in', error: 'Sign in' };

    /** Sends the responses in order, and records the key of each request. */
    const keysOf = (...answers: Response[]): (string | null)[] => {
      const keys: (string | null)[] = [];
      server.use(
        http.post(PAY, ({ request: sent }) => {
          keys.push(sent.headers.get('idempotency-key'));
          return answers[keys.length - 1] ?? HttpResponse.json({ status: 'success' });
        }),
      );
      return keys;
    };

    it('sends a new key with each call', async () => {
      const keys = keysOf();
      for (const invoice of ['in_1', 'in_1', 'in_2']) await send(pay(invoice), context);
      expect(keys.every((key) => idempotencyKey.safeParse(key).success)).toBe(true);
      expect(new Set(keys).size).toBe(3);
    });

    it.each<[string, () => Response]>([
      ['no answer came', () => HttpResponse.error()],
      ['the answer is not readable', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })],
      ['the server failed', () => HttpResponse.json({ error: 'Broken' }, { status: 502 })],
    ])('repeats the key when %s', async (_, failure) => {
      const keys = keysOf(failure());
      await send(pay('in_3'), context);
      await send(pay('in_3'), context);
      await send(pay('in_3'), context);
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).not.toBe(keys[0]);
    });

    it('sends a new key after a refusal', async () => {
      const keys = keysOf(HttpResponse.json({ error: 'Declined' }, { status: 402 }));
      await send(pay('in_4'), context);
      await send(pay('in_4'), context);
      expect(keys[1]).not.toBe(keys[0]);
    });

    it('reuses the key after the person signs in again', async () => {
      context.reauthenticate.mockResolvedValue(true);
      const keys = keysOf(HttpResponse.json(signedOut, { status: 401 }));
      await send(pay('in_5'), context);
      expect(keys).toEqual([keys[0], keys[0]]);
    });

    it('keeps a key provided by the page', async () => {
      const keys = keysOf();
      await send({ ...pay('in_6'), idempotencyKey: 'key-of-the-page' }, context);
      expect(keys).toEqual(['key-of-the-page']);
    });
  });

  describe('when the server asks for the second factor again', () => {
    const PAY = '/api/stripe/cus_1/pay_open_invoices/';
    const pay = request(payOpenInvoices, { params: { customer: 'cus_1' }, body: { invoice_ids: ['in_9'] } });
    const refused = {
      status: 'error',
      code: 'step_up_required',
      message: 'Confirm it’s you',
      error: 'Confirm it’s you',
    };

    it('repeats the call with the same content and key after confirmation', async () => {
      const seen: unknown[] = [];
      const respond = (answer: Response) =>
        http.post(
          PAY,
          async ({ request: sent }) => {
            seen.push([sent.headers.get('idempotency-key'), await sent.json()]);
            return answer;
          },
          { once: true },
        );
      server.use(
        respond(HttpResponse.json(refused, { status: 403 })),
        respond(HttpResponse.json({ status: 'success' })),
      );
      const stepUp = jest.fn(() => Promise.resolve(true));
      expect((await send(pay, { ...context, stepUp })).error).toBeUndefined();
      expect(stepUp).toHaveBeenCalledTimes(1);
      expect(seen[1]).toEqual(seen[0]);
    });

    it.each([
      ['the person declines', { stepUp: () => Promise.resolve(false) }],
      ['the shell is older', {}],
    ])('fails when %s', async (_, more) => {
      server.use(http.post(PAY, () => HttpResponse.json(refused, { status: 403 })));
      expect((await send(pay, { ...context, ...more })).error).toMatchObject({ status: 403, code: 'step_up_required' });
    });
  });

  describe('when the server requires a reason for opening the practice', () => {
    const message = 'Say why you open this practice first.';
    const practices = [{ id: 7, name: 'Bright Smiles' }];
    const refused = { status: 'error', code: 'support_reason_required', message, error: message, practices };
    const refuseOnce = () =>
      server.use(
        http.get(HOURS, () => HttpResponse.json(refused, { status: 403 }), { once: true }),
        http.get(HOURS, () => HttpResponse.json({ status: 'OK', message: [] })),
      );

    it('repeats the call once the practice is open', async () => {
      refuseOnce();
      const openPractice = jest.fn(() => Promise.resolve(true));
      expect((await send(read, { ...context, openPractice })).data).toEqual({ status: 'OK', message: [] });
      expect(openPractice.mock.calls).toEqual([[{ practices, background: false }]]);
    });

    it('asks only once per call, even if it is refused again', async () => {
      server.use(http.get(HOURS, () => HttpResponse.json(refused, { status: 403 })));
      const openPractice = jest.fn(() => Promise.resolve(true));
      expect((await send(read, { ...context, openPractice })).error?.code).toBe('support_reason_required');
      expect(openPractice).toHaveBeenCalledTimes(1);
    });

    it('asks for each requirement of the server in turn', async () => {
      const signedOut = { status: 'error', code: 'signed_out', message: 'Sign in', error: 'Sign in' };
      refuseOnce();
      server.use(http.get(HOURS, () => HttpResponse.json(signedOut, { status: 401 }), { once: true }));
      context.reauthenticate.mockResolvedValue(true);
      const openPractice = jest.fn(() => Promise.resolve(true));
      expect((await send(read, { ...context, openPractice })).error).toBeUndefined();
      expect([context.reauthenticate.mock.calls.length, openPractice.mock.calls.length]).toEqual([1, 1]);
    });

    it.each([
      ['the person declines', { openPractice: () => Promise.resolve(false) }],
      ['the shell is older', {}],
    ])('fails when %s', async (_, more) => {
      server.use(http.get(HOURS, () => HttpResponse.json(refused, { status: 403 })));
      expect((await send(read, { ...context, ...more })).error).toMatchObject({ status: 403, message });
    });
  });

  describe('for a page with a person', () => {
    const ofOlivia = { ...context, session: { user: { id: 'u-olivia' } } };

    it('sends the person’s id with each request', async () => {
      const seen = jest.fn();
      server.use(
        http.all('*', ({ request: sent }) => {
          seen(sent.method, sent.headers.get('x-console-person'));
          return HttpResponse.json({ status: 'OK', message: 'saved' });
        }),
      );
      const save = request(saveWeeklyHours, { params: { practice: 1 }, body: [] });
      for (const each of [read, save]) await send(each, ofOlivia);
      await send(read, context);
      expect(seen.mock.calls).toEqual([
        ['GET', 'u-olivia'],
        ['POST', 'u-olivia'],
        ['GET', null],
      ]);
    });

    it.each([
      ['reports that somebody else is signed in, and asks nothing', 409, 'other_person', 1],
      ['takes a stale version for what it is', 409, 'stale_version', 0],
    ])('%s', async (_, status, code, times) => {
      const message = 'You’re signed in as Marcus Bell now. Reload the page to continue.';
      server.use(
        http.get(HOURS, () => HttpResponse.json({ status: 'error', code, message, error: message }, { status })),
      );
      const otherPerson = jest.fn();
      expect((await send(read, { ...ofOlivia, otherPerson })).error).toEqual({ status, code, message });
      expect(otherPerson).toHaveBeenCalledTimes(times);
      expect(context.reauthenticate).not.toHaveBeenCalled();
    });
  });

  describe('when the session has ended', () => {
    const signedOut = { status: 'error', code: 'signed_out', message: 'Sign in', error: 'Sign in' };

    it('asks the person to sign in again and repeats the call', async () => {
      context.reauthenticate.mockResolvedValue(true);
      server.use(
        http.get(HOURS, () => HttpResponse.json(signedOut, { status: 401 }), { once: true }),
        http.get(HOURS, () => HttpResponse.json({ status: 'OK', message: [] })),
      );
      expect((await send(read, context)).data).toEqual({ status: 'OK', message: [] });
      expect(context.reauthenticate).toHaveBeenCalledTimes(1);
    });

    it('fails when the person does not sign in', async () => {
      server.use(http.get(HOURS, () => HttpResponse.json(signedOut, { status: 401 })));
      expect((await send(read, context)).error).toMatchObject({ status: 401, code: 'signed_out' });
    });

    it('does not treat a wrong password as an ended session', async () => {
      server.use(
        http.get(HOURS, () => HttpResponse.json({ ...signedOut, code: 'wrong_credentials' }, { status: 401 })),
      );
      await send(read, context);
      expect(context.reauthenticate).not.toHaveBeenCalled();
    });
  });
});

describe('apiErrorOf', () => {
  it('returns the transport’s error unchanged, and undefined without one', () => {
    const error = { status: 409, code: 'not_current', message: 'Sasha Lindqvist saved this first.' };
    expect(apiErrorOf(error)).toBe(error);
    expect(apiErrorOf(undefined)).toBeUndefined();
  });

  it("shows no text of an exception of the page's own code", () => {
    const error = apiErrorOf(new TypeError("Cannot read properties of undefined (reading 'id')") as unknown);
    expect(error).toMatchObject({ status: 0, code: 'unexpected' });
    expect(error.message).toContain('Reload it');
    expect(serverMessage(error)).toBeUndefined();
  });
});
