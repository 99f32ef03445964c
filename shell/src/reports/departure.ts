/**
 * Distinguishes faults from requests that the browser aborts because the page is being left. Firefox, for example,
 * aborts a page's loads on navigation and reports an aborted script as a hash mismatch.
 */

/** A page that is still open after this time stays: the person canceled leaving, or the link was a download. */
export const STAYS_AFTER_MS = 10_000;

/** Reports immediately on a page that stays, later while that is undecided, and never on a page that was left. */
export type ReportIfStaying = (report: () => void) => void;

/** Watches for the page's end, and for its activation if the browser prerendered it. */
export function watchDeparture(): ReportIfStaying {
  /** Null while the page stays. */
  let held: (() => void)[] | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hold = (): void => {
    clearTimeout(timer);
    held ??= [];
  };
  const stay = (): void => {
    clearTimeout(timer);
    const reports = held ?? [];
    held = null;
    for (const report of reports) report();
  };

  if ((document as { prerendering?: boolean }).prerendering) {
    hold();
    document.addEventListener('prerenderingchange', stay, { once: true });
  }
  window.addEventListener('beforeunload', () => {
    hold();
    timer = setTimeout(stay, STAYS_AFTER_MS);
  });
  window.addEventListener('pagehide', () => {
    hold();
    held = [];
  });
  // The page was left, and Back restored it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    held = [];
    stay();
  });
  return (report) => {
    if (held) held.push(report);
    else report();
  };
}
