/** What the shell tells the server of how modules do in this page. It decides what is worth a report; the sender sends. */
import type { AnsweredCall } from 'shared-api';
import {
  type LoadableModule,
  SHELL_REPORT,
  SLOW_CALL_MS,
  type VisitOutcome,
  type VitalName,
} from 'shared-api/contracts';
import { describeError, type ErrorPlace } from './described-error';
import type { ReportSender } from './sender';

/** Longest time that a report can say, in milliseconds. */
const LONGEST_MS = 600_000;
/** How often one and the same error is reported from a page: enough to see that it comes back. */
export const TIMES_AN_ERROR = 3;
/** How many different errors are reported from a page; one that fails so often has nothing new to say. */
export const ERRORS_OF_A_PAGE = 25;

/** Whom a report is about: a module in a version, or the shell. */
export type Reported = Pick<LoadableModule, 'name' | 'version' | 'overridden'>;

export interface Reports {
  readonly shell: Reported;
  visit(module: Reported, outcome: VisitOutcome, durationMs: number): void;
  vital(of: Reported, name: VitalName, value: number): void;
  /** An error of `of`, or of whoever's file stands in its stack. */
  error(error: unknown, from?: { of?: Reported; place?: ErrorPlace }): void;
  /** Hears how every call ended, and reports those that were slow or failed. */
  call(of: Reported, call: AnsweredCall): void;
  /** Nothing more is told: the person has signed out. */
  stop(): void;
}

const by = ({ name, version }: Pick<Reported, 'name' | 'version'>) => ({ module: name, version });
const bounded = (value: number): number => Math.min(Math.max(value, 0), LONGEST_MS);

/**
 * What a developer's own build does is not reported: it would count for the version that it stands in for.
 *
 * @param version of the shell
 */
export function createReports(version: string, sender: ReportSender): Reports {
  const shell: Reported = { name: SHELL_REPORT, version, overridden: false };
  const times = new Map<string, number>();
  const told = new WeakSet<object>();

  /** True the first few times for an error, and for the first few errors. */
  const isWorthTelling = (key: string): boolean => {
    const before = times.get(key) ?? 0;
    if (before >= TIMES_AN_ERROR || (before === 0 && times.size >= ERRORS_OF_A_PAGE)) return false;
    times.set(key, before + 1);
    return true;
  };

  return {
    shell,
    visit(module, outcome, durationMs) {
      if (module.overridden) return;
      sender.add('visits', { ...by(module), outcome, duration_ms: Math.round(bounded(durationMs)) });
    },
    vital(of, name, value) {
      if (!of.overridden) sender.add('vitals', { ...by(of), name, value: bounded(value) });
    },
    error(error, { of, place } = {}) {
      // React and the window may tell of the same one.
      if (typeof error === 'object' && error !== null) {
        if (told.has(error)) return;
        told.add(error);
      }
      const { message, source, module, foreign } = describeError(error, location.origin, place);
      if (of ? of.overridden : foreign) return;
      const entry = { ...by(of ?? module ?? shell), message, source };
      if (isWorthTelling(JSON.stringify(entry))) sender.add('errors', entry);
    },
    call(of, { name, status, durationMs }) {
      if (status === 401) sender.signedIn(false);
      else if (status >= 200 && status < 300) sender.signedIn(true);
      const failed = status === 0 || status >= 500;
      if (of.overridden || (!failed && durationMs <= SLOW_CALL_MS)) return;
      sender.add('calls', { ...by(of), call: name, status, duration_ms: Math.round(bounded(durationMs)) });
    },
    stop: () => sender.stop(),
  };
}
