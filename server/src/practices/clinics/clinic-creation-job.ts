/** The job that creates clinic practices. Each practice and its progress are written in one transaction. */
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { JobContext, RunningJob } from '../../platform/jobs/attempt-job.js';
import { assertActorHas } from '../../access/sessions/actor-authority.js';
import type { SelectedClinic } from './clinic-choices.js';
import type { CreationInput, CreationProgress } from './clinic-creation.js';
import { createClinicPractice } from './clinic-practice.js';

type PracticeStatus = CreationProgress['practice_statuses'][number];

/** The progress with one practice's status changed and a log line added. */
function withStatus(
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

async function createOne(
  job: RunningJob,
  { db, now, saveProgress }: JobContext,
  progress: CreationProgress,
  index: number,
  clinic: SelectedClinic,
): Promise<CreationProgress> {
  try {
    return await inTransaction(db, async (transaction) => {
      await assertActorHas(transaction, 'super_admin', job.actor);
      const audit = { actor: job.actor, now: now() };
      const { id, members } = await createClinicPractice(transaction, job.practiceId, clinic, audit);
      const after = withStatus(
        progress,
        index,
        { status: 'completed', practice_id: id },
        `Created “${clinic.name}” as practice ${id}, with ${members} member(s).`,
      );
      await saveProgress(transaction, after);
      return after;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Only this practice fails; the others continue.
    const after = withStatus(
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
      progress = withStatus(progress, index, { status: 'in_progress' }, line);
      await context.saveProgress(context.db, progress);
    }
    progress = await createOne(job, context, progress, index, clinic);
  }
}
