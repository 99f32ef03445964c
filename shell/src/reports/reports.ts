/** Decides what to report to the server about modules on this page. The sender sends the reports. */
import type { AnsweredCall } from 'shared-api';
import {
  type LoadableModule,
  SHELL_REPORT,
  SLOW_CALL_MS,
  type VisitOutcome,
  type VitalName,
} from 'shared-api/contracts';
import type { ReportIfStaying } from './departure';
import { describeError, type ErrorPosition } from './described-error';
import type { ReportSender } from './sender';

/** Maximum duration that a report can contain. */
const MAX_DURATION_MS = 600_000;
/** Maximum number of reports of the same error per page, enough to show that it recurs. */
export const MAX_REPORTS_PER_ERROR = 3;
/** Maximum number of different errors per page. */
export const MAX_ERRORS_PER_PAGE = 25;

/** The subject of a report: a version of a module, or the shell. */
export type ReportSubject = Pick<LoadableModule, 'name' | 'version' | 'overridden'>;

export interface Reports {
  readonly shell: ReportSubject;
  /** @param contribution name of the loaded contribution, if it wasn't a page */
  visit(module: ReportSubject, outcome: VisitOutcome, durationMs: number, contribution?: string): void;
  vital(of: ReportSubject, name: VitalName, value: number): void;
  /** Reports an error of `of`, or of the module whose file is in its stack. */
  error(error: unknown, from?: { of?: ReportSubject; place?: ErrorPosition }): void;
  /**
   * Called after every API call. Reports slow and failed calls.
   *
   * @param firstCalls the page's declared first calls; the first response to each is also reported
   */
  call(of: ReportSubject, call: AnsweredCall, firstCalls?: readonly string[]): void;
  /** Stops reporting after the person has signed out. */
  stop(): void;
}

const by = ({ name, version }: Pick<ReportSubject, 'name' | 'version'>) => ({ module: name, version });
const bounded = (value: number): number => Math.min(Math.max(value, 0), MAX_DURATION_MS);

/**
 * A developer's override isn't reported, because it would count for the released version.
 *
 * @param version the shell's version
 * @param ifStaying skips faults of a page that is being left, because the browser aborts its loads and calls
 */
export function createReports(version: string, sender: ReportSender, ifStaying: ReportIfStaying): Reports {
  const shell: ReportSubject = { name: SHELL_REPORT, version, overridden: false };
  const times = new Map<string, number>();
  const reported = new WeakSet<object>();
  const firstReported = new Set<string>();

  /** Limits how often an error is reported, and how many errors. */
  const shouldReport = (key: string): boolean => {
    const before = times.get(key) ?? 0;
    if (before >= MAX_REPORTS_PER_ERROR || (before === 0 && times.size >= MAX_ERRORS_PER_PAGE)) return false;
    times.set(key, before + 1);
    return true;
  };

  return {
    shell,
    visit(module, outcome, durationMs, contribution) {
      if (module.overridden) return;
      ifStaying(() =>
        sender.add('visits', {
          ...by(module),
          outcome,
          duration_ms: Math.round(bounded(durationMs)),
          ...(contribution !== undefined && { contribution }),
        }),
      );
    },
    vital(of, name, value) {
      if (!of.overridden) sender.add('vitals', { ...by(of), name, value: bounded(value) });
    },
    error(error, { of, place } = {}) {
      // React and the window can report the same error.
      if (typeof error === 'object' && error !== null) {
        if (reported.has(error)) return;
        reported.add(error);
      }
      const { message, source, module, foreign } = describeError(error, location.origin, place);
      if (of ? of.overridden : foreign) return;
      const entry = { ...by(of ?? module ?? shell), message, source };
      ifStaying(() => {
        if (shouldReport(JSON.stringify(entry))) sender.add('errors', entry);
      });
    },
    call(of, { name, path, status, durationMs }, firstCalls = []) {
      const succeeded = status >= 200 && status < 300;
      if (status === 401) sender.signedIn(false);
      else if (succeeded) sender.signedIn(true);
      const failed = status === 0 || status >= 500;
      const key = `${of.name} ${name}`;
      const first = succeeded && firstCalls.some((url) => url.split('?')[0] === path) && !firstReported.has(key);
      if (of.overridden || (!failed && !first && durationMs <= SLOW_CALL_MS)) return;
      if (first) firstReported.add(key);
      const entry = {
        ...by(of),
        call: name,
        status,
        duration_ms: Math.round(bounded(durationMs)),
        ...(first && { first }),
      };
      ifStaying(() => sender.add('calls', entry));
    },
    stop: () => sender.stop(),
  };
}
