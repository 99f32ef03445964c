/**
 * Tells faults from what a browser gives up because the page is being left. Firefox, for one, ends the loads of a page when
 * another one is requested, and reports a script that it ended as one with a wrong hash.
 */

/** In ms. A page that is still there after this time stays: the person went on, or a link was a download. */
export const STAYS_AFTER_MS = 10_000;

/** Reports at once in a page that stays, later while that is open, and never in a page that was left. */
export type ReportIfStaying = (report: () => void) => void;

/** Watches for the end of the page, and for its begin if the browser loaded it before the person asked for it. */
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
  // The page was left, and Back shows it again.
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
