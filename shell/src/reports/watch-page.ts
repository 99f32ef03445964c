/** What the page itself tells of: errors that nobody caught, and that it is about to go. */
import type { Reports } from './reports';
import type { ReportSender } from './sender';

export function watchErrors(reports: Pick<Reports, 'error'>): void {
  window.addEventListener('error', (event) => {
    // Without an error it is a notice of the browser's own, or of another origin's script, which says nothing.
    if (event.error !== null && event.error !== undefined) reports.error(event.error, { place: event });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => reports.error(reason));
}

/** Sends what waits before the page goes. Not in the capture phase, in which the vitals are told. */
export function flushWhenHidden(sender: Pick<ReportSender, 'flush'>): void {
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sender.flush();
  });
  window.addEventListener('pagehide', () => sender.flush());
}
