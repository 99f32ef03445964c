/** Carries reports to the server in batches: late, quietly, and never in the way of anything that a person does. */
import { request, urlOf } from 'shared-api';
import { type BrowserReport, reportFromBrowser } from 'shared-api/contracts';

/** How long nothing new must have been reported before a batch goes, in milliseconds. */
export const QUIET_MS = 4000;
/** Most entries of a kind in one batch, as the contract has it; what comes while as many wait is left out. */
export const AT_ONCE = 50;

export type ReportKind = keyof BrowserReport;
export type ReportEntry<Kind extends ReportKind> = NonNullable<BrowserReport[Kind]>[number];

const kinds = ['visits', 'vitals', 'errors', 'calls'] as const satisfies readonly ReportKind[];

interface Waiting {
  entry: ReportEntry<ReportKind>;
  /** It went out once and did not arrive. */
  again: boolean;
}

export interface ReportSender {
  add<Kind extends ReportKind>(kind: Kind, entry: ReportEntry<Kind>): void;
  /** Sends what waits, unless a batch is on its way or nobody is signed in. */
  flush(): void;
  /** Hears whether calls find a session: without one nothing is sent. */
  signedIn(is: boolean): void;
  /** Forgets what waits and sends nothing more: the person signed out. */
  stop(): void;
}

export function createReportSender(): ReportSender {
  const waiting: Record<ReportKind, Waiting[]> = { visits: [], vitals: [], errors: [], calls: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onItsWay = false;
  let session = true;
  let stopped = false;

  const isEmpty = (): boolean => kinds.every((kind) => waiting[kind].length === 0);

  const arrives = async (body: BrowserReport): Promise<boolean> => {
    try {
      const answer = await fetch(new URL(urlOf(request(reportFromBrowser, { body })), location.origin), {
        method: reportFromBrowser.method,
        headers: { 'content-type': 'application/json' },
        credentials: 'same-origin',
        // The page may go while the report is on its way.
        keepalive: true,
        body: JSON.stringify(body),
      });
      if (answer.status === 401) session = false;
      return answer.ok;
    } catch {
      return false;
    }
  };

  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(flush, QUIET_MS);
  };

  const sendBatch = async (): Promise<void> => {
    const batch = kinds.map((kind) => [kind, waiting[kind].splice(0, AT_ONCE)] as const);
    const filled = batch.filter(([, entries]) => entries.length > 0);
    const body = Object.fromEntries(filled.map(([kind, entries]) => [kind, entries.map(({ entry }) => entry)]));
    if (!(await arrives(body)) && !stopped) {
      for (const [kind, entries] of batch) {
        waiting[kind].unshift(...entries.filter(({ again }) => !again).map(({ entry }) => ({ entry, again: true })));
        waiting[kind].splice(AT_ONCE);
      }
    }
  };

  function flush(): void {
    clearTimeout(timer);
    if (onItsWay || stopped || !session || isEmpty()) return;
    onItsWay = true;
    void sendBatch().finally(() => {
      onItsWay = false;
      if (isEmpty()) return;
      // A hidden page may be gone before it has been quiet.
      if (document.visibilityState === 'hidden') flush();
      else wait();
    });
  }

  return {
    add(kind, entry) {
      const list = waiting[kind];
      if (stopped || list.length >= AT_ONCE) return;
      list.push({ entry, again: false });
      if (list.length === AT_ONCE) flush();
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
