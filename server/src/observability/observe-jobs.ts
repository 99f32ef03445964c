import type { ObserveJob } from '../jobs/job-runner.js';
import type { Metrics } from './metrics.js';
import { type Tracing, runIn, within } from './trace.js';

/** A job is a trace of its own: whoever asked for it has had their answer, and need not be who wakes the runner now. */
export function observeJobs({ jobs }: Metrics, tracing: Tracing | undefined): ObserveJob {
  return async (kind, run) => {
    const stop = jobs.startTimer({ kind });
    const span = tracing?.begin(`job ${kind}`, 'internal');
    const measured = async (): Promise<void> => {
      const state = await run();
      stop({ state });
      span?.set({ 'job.state': state });
    };
    await (span ? runIn(span, measured) : within(undefined, measured));
  };
}
