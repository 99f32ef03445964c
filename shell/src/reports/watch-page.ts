/** Watches the page for uncaught errors and for being hidden. */
import type { Reports } from './reports';
import type { ReportSender } from './sender';

export function watchErrors(reports: Pick<Reports, 'error'>): void {
  window.addEventListener('error', (event) => {
    // An event without an error is a browser notice or comes from another origin's script, and has no details.
    if (event.error !== null && event.error !== undefined) reports.error(event.error, { place: event });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => reports.error(reason));
}

/** Sends the queue before the page closes. Doesn't use the capture phase, in which vitals are reported. */
export function flushWhenHidden(sender: Pick<ReportSender, 'flush'>): void {
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sender.flush();
  });
  window.addEventListener('pagehide', () => sender.flush());
}
