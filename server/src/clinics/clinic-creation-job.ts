/** The job behind the creation of clinic practices. Each practice and the word that it is there are one transaction. */
import { inTransaction } from '../database/transaction.js';
import { Refusal } from '../http/refusal.js';
import type { JobContext, RunningJob } from '../jobs/job-runner.js';
import type { ChosenClinic } from './clinic-choices.js';
import type { CreationInput, CreationProgress } from './clinic-creation.js';
import { makeClinicPractice } from './clinic-practice.js';

type PracticeStatus = CreationProgress['practice_statuses'][number];

/** The progress with one practice's status changed, and a line more. */
function told(
  progress: CreationProgress,
  index: number,
  change: Partial<PracticeStatus>,
  line: string,
): CreationProgress {
  return {
    log: [...progress.log, line],
    practice_statuses: progress.practice_statuses.map((status, at) =>
      at === index ? { ...status, ...change } : status,
    ),
  };
}

async function makeOne(
  job: RunningJob,
  { db, now, saveProgress }: JobContext,
  progress: CreationProgress,
  index: number,
  clinic: ChosenClinic,
): Promise<CreationProgress> {
  try {
    return await inTransaction(db, async (transaction) => {
      const doing = { actor: job.actor, now: now() };
      const { id, members } = await makeClinicPractice(transaction, job.practice, clinic, doing);
      const after = told(
        progress,
        index,
        { status: 'completed', practice_id: id },
        `Created “${clinic.name}” as practice ${id}, with ${members} member(s).`,
      );
      await saveProgress(transaction, after);
      return after;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // It fails alone; the others go on.
    const after = told(
      progress,
      index,
      { status: 'failed', message: error.message },
      `“${clinic.name}” was not created: ${error.message}`,
    );
    await saveProgress(db, after);
    return after;
  }
}

export async function createClinicPractices(job: RunningJob, context: JobContext): Promise<void> {
  const { clinics } = job.input as CreationInput;
  let progress = job.progress as CreationProgress;
  for (const [index, clinic] of clinics.entries()) {
    const status = progress.practice_statuses[index]?.status;
    if (status === 'completed' || status === 'failed') continue;
    context.signal.throwIfAborted();
    if (status === 'pending') {
      const line = `Creating “${clinic.name}” from clinic ${clinic.clinicNum}.`;
      progress = told(progress, index, { status: 'in_progress' }, line);
      await context.saveProgress(context.db, progress);
    }
    progress = await makeOne(job, context, progress, index, clinic);
  }
}
