/** Web vitals of the page, each told once and of the module whose content was in the page when it was measured. */
import type * as WebVitals from 'web-vitals';
import type { FrameView } from '../frame/module-frame';
import type { Reported, Reports } from './reports';

/** Vitals can be read back from the browser, so their code comes after everything that a person waits for, in milliseconds. */
export const VITALS_AFTER_MS = 2000;

/** The module frame as far as it is looked at here. */
interface Shown {
  subscribe(listener: () => void): () => void;
  getView(): FrameView | null;
}

/** Who was shown at a time on the clock of `performance.now()`: the shell while no module was running. */
export function rememberShown(frame: Shown, shell: Reported): (at: number) => Reported {
  const changes: { at: number; of: Reported }[] = [];
  frame.subscribe(() => {
    const view = frame.getView();
    const of = view?.state.phase === 'running' ? view.module : shell;
    if ((changes.at(-1)?.of ?? shell) !== of) changes.push({ at: performance.now(), of });
  });
  return (at) => changes.findLast((change) => change.at <= at)?.of ?? shell;
}

/** When what the metric tells of happened; now for one that tells of nothing, such as a layout that never shifted. */
function momentOf(metric: WebVitals.MetricType): number {
  if (metric.name === 'CLS') {
    const [worst] = [...metric.entries].sort((left, right) => right.value - left.value);
    return worst?.startTime ?? performance.now();
  }
  return metric.entries[0]?.startTime ?? performance.now();
}

type Vitals = Pick<typeof WebVitals, 'onCLS' | 'onFCP' | 'onINP' | 'onLCP' | 'onTTFB'>;

/** Begins once the page has loaded and what loads after it has had its time. */
export function watchVitals(
  reports: Reports,
  shownAt: (at: number) => Reported,
  load: () => Promise<Vitals> = () => import('web-vitals'),
): void {
  const told = new Set<string>();
  const tell = (metric: WebVitals.MetricType): void => {
    // Layout shifts and interactions are told again at each hiding of the page; a page counts once.
    if (told.has(metric.id)) return;
    told.add(metric.id);
    reports.vital(shownAt(momentOf(metric)), metric.name, metric.value);
  };
  const begin = async (): Promise<void> => {
    const { onCLS, onFCP, onINP, onLCP, onTTFB } = await load();
    for (const listen of [onCLS, onFCP, onINP, onLCP, onTTFB]) listen(tell);
  };
  const later = (): unknown => setTimeout(() => void begin().catch(() => undefined), VITALS_AFTER_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
