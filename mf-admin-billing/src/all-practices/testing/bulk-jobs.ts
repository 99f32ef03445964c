/** Bulk changes that run as jobs. Each read advances them. */
import {
  type BulkChange,
  type BulkJob,
  type BulkResult,
  readBulkJob,
  resumeBulkJob,
  stopBulkJob,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';

/** Job ids are unique across servers. */
let jobs = 0;

export abstract class BulkJobs {
  job: BulkJob | null = null;
  /** Number of practices that change between two reads. */
  batchSize = 40;
  #work: { body: BulkChange; waiting: number[]; results: BulkResult[] } | null = null;

  /** Changes one practice. */
  protected abstract apply(change: BulkChange, practiceId: number): BulkResult;

  protected begin(body: BulkChange, waiting: number[]): string {
    jobs += 1;
    const job_id = `0198a000-0000-7000-8000-${String(jobs).padStart(12, '0')}`;
    this.#work = { body, waiting: [...waiting], results: [] };
    this.job = {
      job_id,
      state: 'waiting',
      action: body.action,
      type: body.type,
      items: body.items.map((name) => ({ name, display_name: name })),
      for_insiders: body.filter?.insider === true && Object.keys(body.filter).length === 1,
      total: waiting.length,
      done: 0,
      changed: 0,
      unchanged: 0,
      failed: 0,
      started_by: 'Ivy Internal',
      started_at: Date.UTC(2026, 10, 20, 15, 42) / 1000,
      results: [],
    };
    return job_id;
  }

  #step(): void {
    if (!this.job || !this.#work) return;
    const { state } = this.job;
    if (state === 'stopping') this.job = { ...this.job, state: 'stopped' };
    if (state !== 'waiting' && state !== 'running') return;
    const { body, waiting, results } = this.#work;
    results.push(...waiting.splice(0, this.batchSize).map((id) => this.apply(body, id)));
    const count = (status: BulkResult['status']): number => results.filter((one) => one.status === status).length;
    this.job = {
      ...this.job,
      state: waiting.length === 0 ? 'done' : 'running',
      done: results.length,
      changed: count('changed'),
      unchanged: count('unchanged'),
      failed: count('failed'),
      results: [...results].sort((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed')),
    };
  }

  protected jobCalls(): ReturnType<typeof answer>[] {
    const become = (state: BulkJob['state']): void => {
      if (this.job) this.job = { ...this.job, state };
    };
    return [
      answer(readBulkJob, ({ query }) => {
        if (!this.job) return errorReply(404, 'not_found', 'No such bulk change');
        this.#step();
        return reply(readBulkJob, { ...this.job, results: this.job.results.slice(0, query.results_limit) });
      }),
      answer(stopBulkJob, () => {
        become('stopping');
        return reply(stopBulkJob, { status: 'success', message: '' });
      }),
      answer(resumeBulkJob, () => {
        const work = this.#work;
        if (work && this.job?.state === 'done') {
          work.waiting = work.results.filter(({ status }) => status === 'failed').map(({ practice_id }) => practice_id);
          work.results = work.results.filter(({ status }) => status !== 'failed');
        }
        become('running');
        return reply(resumeBulkJob, { status: 'success', message: '' });
      }),
    ];
  }
}
