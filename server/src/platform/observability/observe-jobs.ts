import type { ObserveJob } from '../jobs/job-runner.js';
import type { Metrics } from './metrics.js';
import { type Tracing, runInSpan, withSpan } from './trace.js';

/**
 * Each job has its own trace. The requester has already received its response, and another caller may wake the runner.
 */
export function observeJobs({ jobs }: Metrics, tracing: Tracing | undefined): ObserveJob {
  return async (kind, run) => {
    const stop = jobs.startTimer({ kind });
    const span = tracing?.begin(`job ${kind}`, 'internal');
    const measured = async (): Promise<void> => {
      const state = await run();
      stop({ state });
      span?.set({ 'job.state': state });
    };
    await (span ? runInSpan(span, measured) : withSpan(undefined, measured));
  };
}
