import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BrowserReport, reportFromBrowser } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { hidePage, showPage } from '../testing/browser';
import { MAX_BATCH_ENTRIES, createReportSender, SEND_DELAY_MS, type ReportSender } from './sender';
import { flushWhenHidden } from './watch-page';

const network = setupServer();
/** Number of requests that got a response or whose connection broke. */
let answers = 0;
let latest: Response | undefined;
beforeAll(() => {
  network.listen({ onUnhandledFrame: 'error' });
  const { fetch: send } = globalThis;
  globalThis.fetch = async (...request) => {
    try {
      latest = await send(...request);
      return latest;
    } finally {
      answers += 1;
    }
  };
});
afterAll(() => network.close());

const { setTimeout: realTimeout } = globalThis;

const call = (durationMs: number) =>
  ({ module: 'mf-hours', version: '1.0.0', call: 'readWeeklyHours', status: 200, duration_ms: durationMs }) as const;

describe('createReportSender', () => {
  let sent: BrowserReport[];
  let sender: ReportSender;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    sent = [];
    answers = 0;
    sender = createReportSender('u-1');
  });
  afterEach(() => {
    sender.stop();
    showPage();
    network.resetHandlers();
    jest.useRealTimers();
  });

  /** Responds to reports with these responses in order, and repeats the last one. */
  function serve(...responses: (() => Response | Promise<Response>)[]): void {
    network.use(
      answer(reportFromBrowser, ({ body }) => {
        sent.push(body);
        const next = responses.length > 1 ? responses.shift() : responses[0];
        return next?.() ?? reply(reportFromBrowser, { status: 'success' });
      }),
    );
  }
  const quiet = (): Promise<void> => jest.advanceTimersByTimeAsync(SEND_DELAY_MS);
  const wait = (ms: number): Promise<void> => new Promise((resolve) => realTimeout(resolve, ms));
  /** Waits in real time, because requests and responses go through a real network stack. */
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await wait(5);
    for (let turn = 0; turn < 3; turn += 1) await wait(0);
  }
  const answered = (count: number): Promise<void> => until(() => answers === count);
  /** Waits long enough for an unexpected request to arrive. */
  const later = (): Promise<void> => wait(50);
  const durations = (): number[][] => sent.map(({ calls }) => (calls ?? []).map(({ duration_ms }) => duration_ms));

  it('reads the response to its end, so that the browser ends the request', async () => {
    serve();
    sender.add('calls', call(1));
    await quiet();
    await answered(1);
    expect(latest?.bodyUsed).toBe(true);
  });

  it('sends collected entries together after a quiet period', async () => {
    serve();
    sender.add('calls', call(1));
    await jest.advanceTimersByTimeAsync(SEND_DELAY_MS - 1);
    sender.add('calls', call(2));
    sender.add('vitals', { module: 'shell', version: '1.0.0', name: 'CLS', value: 0.02 });
    await jest.advanceTimersByTimeAsync(SEND_DELAY_MS - 1);
    expect(sent).toEqual([]);
    await quiet();
    await answered(1);
    expect(sent).toEqual([
      {
        visits: [],
        vitals: [{ module: 'shell', version: '1.0.0', name: 'CLS', value: 0.02 }],
        errors: [],
        calls: [call(1), call(2)],
      },
    ]);
    await quiet();
    await later();
    expect(sent).toHaveLength(1);
  });

  it('sends a full list immediately, one batch at a time', async () => {
    let answerFirst: (response: Response) => void = () => undefined;
    serve(
      () => new Promise((resolve) => void (answerFirst = resolve)),
      () => reply(reportFromBrowser, { status: 'success' }),
    );
    for (let at = 0; at < MAX_BATCH_ENTRIES + 2; at += 1) sender.add('calls', call(at));
    await until(() => sent.length === 1);
    expect(durations()).toEqual([Array.from({ length: MAX_BATCH_ENTRIES }, (_, at) => at)]);
    await quiet();
    sender.flush();
    await later();
    expect(sent).toHaveLength(1);
    answerFirst(reply(reportFromBrowser, { status: 'success' }));
    await answered(1);
    await quiet();
    await answered(2);
    expect(durations()[1]).toEqual([MAX_BATCH_ENTRIES, MAX_BATCH_ENTRIES + 1]);
  });

  it.each([
    ['is refused', () => errorReply(500, 'internal', 'No')],
    ['finds no server', connectionFailure],
  ])('retries a report that %s once, then drops it', async (_, fails) => {
    serve(fails);
    sender.add('calls', call(1));
    await quiet();
    await answered(1);
    sender.add('calls', call(2));
    await quiet();
    await answered(2);
    await quiet();
    await answered(3);
    await quiet();
    await later();
    expect(durations()).toEqual([[1], [1, 2], [2]]);
  });

  it('pauses while nobody is signed in and resumes afterwards', async () => {
    serve(
      () => errorReply(401, 'signed_out', 'Sign in'),
      () => reply(reportFromBrowser, { status: 'success' }),
    );
    sender.add('calls', call(1));
    await quiet();
    await answered(1);
    sender.add('calls', call(2));
    await quiet();
    sender.flush();
    await later();
    expect(durations()).toEqual([[1]]);
    sender.signedIn(true);
    sender.add('calls', call(3));
    await quiet();
    await answered(2);
    expect(durations()).toEqual([[1], [1, 2, 3]]);
  });

  it('sends nothing after the person has signed out', async () => {
    serve();
    sender.add('calls', call(1));
    sender.stop();
    sender.add('calls', call(2));
    sender.flush();
    await quiet();
    await later();
    expect(sent).toEqual([]);
  });

  it('keeps at most one batch of each kind', async () => {
    serve();
    sender.signedIn(false);
    for (let at = 0; at < MAX_BATCH_ENTRIES + 20; at += 1) sender.add('calls', call(at));
    sender.signedIn(true);
    sender.flush();
    await answered(1);
    await quiet();
    await later();
    expect(durations().map((batch) => batch.length)).toEqual([MAX_BATCH_ENTRIES]);
  });

  it('sends immediately with keepalive when the page is hidden', async () => {
    const kept: boolean[] = [];
    const { fetch: real } = globalThis;
    jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      kept.push(init?.keepalive === true);
      return real(url, init);
    });
    serve();
    flushWhenHidden(sender);
    sender.add('calls', call(1));
    hidePage();
    await answered(1);
    expect(durations()).toEqual([[1]]);
    expect(kept).toEqual([true]);
    sender.add('calls', call(2));
    window.dispatchEvent(new Event('pagehide'));
    await answered(2);
    expect(durations()).toEqual([[1], [2]]);
    jest.restoreAllMocks();
  });
});
