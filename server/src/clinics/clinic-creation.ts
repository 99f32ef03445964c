/** Making practices of clinics: asked for by a call, done by a job, one practice after another. */
import type { ClinicCreation, ClinicToCreate, GroupPractice } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, invalid } from '../http/refusal.js';
import { enqueue, hasUnfinishedJob, latestJob } from '../jobs/jobs-repository.js';
import { listClinics, listConnectedPractices, lockSettings } from '../settings/settings-repository.js';
import { storedSettings } from '../settings/settings-service.js';
import { type ChosenClinic, readChoices } from './clinic-choices.js';

export const CLINIC_CREATION = 'clinic-creation';

export interface CreationInput {
  clinics: ChosenClinic[];
}

export type CreationProgress = Pick<ClinicCreation, 'log' | 'practice_statuses'>;

/** The practice, its master and everything that is connected with them. */
export async function groupOf(
  db: Db,
  practice: number,
): Promise<{ master: number; current: GroupPractice; connected: GroupPractice[] }> {
  const { record } = await storedSettings(db, practice);
  const connected = await listConnectedPractices(db, practice);
  const current: GroupPractice = {
    id: practice,
    name: record.practice_name,
    clinicnum: record.clinicnum,
    additional_clinics: record.additional_clinicnums,
  };
  return { master: record.parent_practice_id ?? practice, current, connected };
}

/**
 * Starts making a practice of each clinic.
 *
 * @returns how many
 * @throws Refusal `already_running`, `invalid` with fields
 */
export async function startCreation(
  db: Db,
  { practice, clinics }: { practice: number; clinics: readonly ClinicToCreate[] },
  { actor, now }: Doing,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    // One at a time: whoever comes second waits here, and then finds the first one's job.
    await lockSettings(transaction, practice);
    if (await hasUnfinishedJob(transaction, practice, CLINIC_CREATION)) {
      throw new Refusal(
        409,
        'already_running',
        'The creation of clinic practices is already running for this practice. Wait until it has finished.',
      );
    }
    const { current, connected } = await groupOf(transaction, practice);
    const group = { clinics: await listClinics(transaction, practice), current, connected };
    const { chosen, faults } = readChoices(clinics, group);
    const [first, ...others] = Object.values(faults);
    if (first !== undefined) {
      throw invalid(`${first}${others.length === 0 ? '' : ` (and ${others.length} more)`}`, faults);
    }
    const input: CreationInput = { clinics: chosen };
    const progress: CreationProgress = {
      log: [`Started creation of ${chosen.length} clinic practice(s).`],
      practice_statuses: chosen.map(({ name, clinicNum }) => ({ name, clinicnum: clinicNum, status: 'pending' })),
    };
    const job = await enqueue(transaction, { practice, kind: CLINIC_CREATION, input, progress, actor, now });
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'clinic_practices.start',
      entity: 'job',
      entityId: job,
      after: input,
    });
    return chosen.length;
  });
}

/** How far the latest creation is. What a job that failed for good left behind counts as failed. */
export async function readCreation(db: Db, practice: number): Promise<ClinicCreation> {
  const job = await latestJob(db, practice, CLINIC_CREATION);
  if (!job) return { status: 'N', log: [], practice_statuses: [] };
  const progress = job.progress as CreationProgress;
  const common = {
    started_at: Math.floor(job.requested_at.getTime() / 1000),
    started_by: job.requested_by_name,
  };
  if (job.state === 'pending' || job.state === 'running') return { status: 'P', ...progress, ...common };
  if (job.state === 'done') {
    const every = progress.practice_statuses.every(({ status }) => status === 'completed');
    return { status: every ? 'S' : 'F', ...progress, ...common };
  }
  const message = job.message ?? 'This was not done.';
  return {
    status: 'F',
    log: [...progress.log, message],
    practice_statuses: progress.practice_statuses.map((practiceStatus) =>
      practiceStatus.status === 'completed' || practiceStatus.status === 'failed'
        ? practiceStatus
        : { ...practiceStatus, status: 'failed', message },
    ),
    ...common,
  };
}
