/** Reports each web vital of the page once, for the module that was visible at the measurement. */
import type * as WebVitals from 'web-vitals';
import type { ModuleHost } from '../module-host/module-host';
import type { ReportSubject, Reports } from './reports';

/** Delay before the code loads. Browsers buffer vitals, so it can load after everything that a person waits for. */
export const VITALS_DELAY_MS = 2000;

/** Records which module was shown at a `performance.now()` time: the shell while no module was running. */
export function trackShownModule(
  { view }: Pick<ModuleHost, 'view'>,
  shell: ReportSubject,
): (at: number) => ReportSubject {
  const changes: { at: number; of: ReportSubject }[] = [];
  view.subscribe((mounted) => {
    const of = mounted?.state.phase === 'running' ? mounted.module : shell;
    if ((changes.at(-1)?.of ?? shell) !== of) changes.push({ at: performance.now(), of });
  });
  return (at) => changes.findLast((change) => change.at <= at)?.of ?? shell;
}

/** The time of the metric's entry, or now if it has none, e.g. for a layout that never shifted. */
function momentOf(metric: WebVitals.MetricType): number {
  if (metric.name === 'CLS') {
    const [worst] = [...metric.entries].sort((left, right) => right.value - left.value);
    return worst?.startTime ?? performance.now();
  }
  return metric.entries[0]?.startTime ?? performance.now();
}

type Vitals = Pick<typeof WebVitals, 'onCLS' | 'onFCP' | 'onINP' | 'onLCP' | 'onTTFB'>;

/** Starts `VITALS_DELAY_MS` after the page has loaded. */
export function watchVitals(
  reports: Reports,
  shownAt: (at: number) => ReportSubject,
  load: () => Promise<Vitals> = () => import('web-vitals'),
): void {
  const reported = new Set<string>();
  const tell = (metric: WebVitals.MetricType): void => {
    // Layout shifts and interactions are reported whenever the page is hidden. Only the first report counts.
    if (reported.has(metric.id)) return;
    reported.add(metric.id);
    reports.vital(shownAt(momentOf(metric)), metric.name, metric.value);
  };
  const begin = async (): Promise<void> => {
    const { onCLS, onFCP, onINP, onLCP, onTTFB } = await load();
    for (const listen of [onCLS, onFCP, onINP, onLCP, onTTFB]) listen(tell);
  };
  const later = (): unknown => setTimeout(() => void begin().catch(() => undefined), VITALS_DELAY_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
