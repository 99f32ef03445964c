/** Sends reports to the server in batches, in the background. */
import { request, urlOf } from 'shared-api';
import { type BrowserReport, PERSON_HEADER, reportFromBrowser } from 'shared-api/contracts';

/** Delay after the last report before a batch is sent. */
export const SEND_DELAY_MS = 4000;
/** Maximum number of entries per kind in a batch, as in the contract. Further entries are dropped. */
export const MAX_BATCH_ENTRIES = 50;

export type ReportKind = keyof BrowserReport;
export type ReportEntry<Kind extends ReportKind> = NonNullable<BrowserReport[Kind]>[number];

const kinds = ['visits', 'vitals', 'errors', 'calls'] as const satisfies readonly ReportKind[];

interface Waiting {
  entry: ReportEntry<ReportKind>;
  /** True after one failed attempt. */
  again: boolean;
}

export interface ReportSender {
  add<Kind extends ReportKind>(kind: Kind, entry: ReportEntry<Kind>): void;
  /** Sends the queue, unless a batch is being sent or nobody is signed in. */
  flush(): void;
  /** Set from the results of API calls. Nothing is sent without a session. */
  signedIn(is: boolean): void;
  /** Clears the queue and stops sending after the person has signed out. */
  stop(): void;
}

/** @param userId the page's person. Nothing is reported on behalf of somebody who signed in later */
export function createReportSender(userId: string): ReportSender {
  const waiting: Record<ReportKind, Waiting[]> = { visits: [], vitals: [], errors: [], calls: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let session = true;
  let stopped = false;

  const isEmpty = (): boolean => kinds.every((kind) => waiting[kind].length === 0);

  const postReport = async (body: BrowserReport): Promise<boolean> => {
    try {
      const answer = await fetch(new URL(urlOf(request(reportFromBrowser, { body })), location.origin), {
        method: reportFromBrowser.method,
        headers: { 'content-type': 'application/json', [PERSON_HEADER]: userId },
        credentials: 'same-origin',
        // The page can close while the report is being sent.
        keepalive: true,
        body: JSON.stringify(body),
      });
      // The browser can keep an unread response open until the page closes.
      await answer.text().catch(() => undefined);
      if (answer.status === 401) session = false;
      return answer.ok;
    } catch {
      return false;
    }
  };

  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(flush, SEND_DELAY_MS);
  };

  const sendBatch = async (): Promise<void> => {
    const batch = kinds.map((kind) => [kind, waiting[kind].splice(0, MAX_BATCH_ENTRIES)] as const);
    const filled = batch.filter(([, entries]) => entries.length > 0);
    const body = Object.fromEntries(filled.map(([kind, entries]) => [kind, entries.map(({ entry }) => entry)]));
    if (!(await postReport(body)) && !stopped) {
      for (const [kind, entries] of batch) {
        waiting[kind].unshift(...entries.filter(({ again }) => !again).map(({ entry }) => ({ entry, again: true })));
        waiting[kind].splice(MAX_BATCH_ENTRIES);
      }
    }
  };

  function flush(): void {
    clearTimeout(timer);
    if (isSending || stopped || !session || isEmpty()) return;
    isSending = true;
    void sendBatch().finally(() => {
      isSending = false;
      if (isEmpty()) return;
      // A hidden page can close before the delay has passed.
      if (document.visibilityState === 'hidden') flush();
      else wait();
    });
  }

  return {
    add(kind, entry) {
      const list = waiting[kind];
      if (stopped || list.length >= MAX_BATCH_ENTRIES) return;
      list.push({ entry, again: false });
      if (list.length === MAX_BATCH_ENTRIES) flush();
      else wait();
    },
    flush,
    signedIn(is) {
      session = is;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      for (const kind of kinds) waiting[kind] = [];
    },
  };
}
