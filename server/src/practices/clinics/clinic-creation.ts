/** Turns clinics into practices. A call requests it, and a job creates one practice after another. */
import type { ClinicCreation, ClinicToCreate, GroupPractice } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { enqueue, hasUnfinishedJob, latestJob } from '../../platform/jobs/jobs-repository.js';
import { listClinics, listConnectedPractices, lockSettings } from '../settings/settings-repository.js';
import { storedSettings } from '../settings/settings-service.js';
import { type SelectedClinic, readChoices } from './clinic-choices.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export const CLINIC_CREATION = 'clinic-creation';

export interface CreationInput {
  clinics: SelectedClinic[];
}

export type CreationProgress = Pick<ClinicCreation, 'log' | 'practice_statuses'>;

/** The practice, its master and all practices of their group. */
export async function readGroup(
  db: Db,
  practiceId: number,
): Promise<{ master: number; current: GroupPractice; connected: GroupPractice[] }> {
  const { record } = await storedSettings(db, practiceId);
  const connected = await listConnectedPractices(db, practiceId);
  const current: GroupPractice = {
    id: practiceId,
    name: record.practice_name,
    clinicnum: record.clinicnum,
    additional_clinics: record.additional_clinicnums,
  };
  return { master: record.parent_practice_id ?? practiceId, current, connected };
}

/**
 * Starts creating a practice for each clinic.
 *
 * @returns the number of practices
 * @throws AppError `already_running`, `invalid` with fields
 */
export async function startCreation(
  db: Db,
  { practiceId, clinics }: { practiceId: number; clinics: readonly ClinicToCreate[] },
  { actor, now }: AuditContext,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    // One creation at a time: a second request waits here and then finds the first one's job.
    await lockSettings(transaction, practiceId);
    if (await hasUnfinishedJob(transaction, practiceId, CLINIC_CREATION)) {
      throw new AppError(
        409,
        'already_running',
        'Clinic practices are already being created for this practice. Wait until that finishes.',
      );
    }
    const { current, connected } = await readGroup(transaction, practiceId);
    const group = { clinics: await listClinics(transaction, practiceId), current, connected };
    const { selected, fieldErrors } = readChoices(clinics, group);
    const [first, ...others] = Object.values(fieldErrors);
    if (first !== undefined) {
      throw invalid(`${first}${others.length === 0 ? '' : ` (and ${others.length} more)`}`, fieldErrors);
    }
    const input: CreationInput = { clinics: selected };
    const progress: CreationProgress = {
      log: [`Started creation of ${selected.length} clinic practice(s).`],
      practice_statuses: selected.map(({ name, clinicNum }) => ({ name, clinicnum: clinicNum, status: 'pending' })),
    };
    const job = await enqueue(transaction, { practiceId, kind: CLINIC_CREATION, input, progress, actor, now });
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'clinic_practices.start',
      entity: 'job',
      entityId: job,
      after: input,
    });
    return selected.length;
  });
}

/** The progress of the latest creation. Practices that a failed job left unfinished count as failed. */
export async function readCreation(db: Db, practiceId: number): Promise<ClinicCreation> {
  const job = await latestJob(db, practiceId, CLINIC_CREATION);
  if (!job) return { status: 'N', log: [], practice_statuses: [] };
  const progress = job.progress as CreationProgress;
  const common = {
    started_at: epochSeconds(job.requested_at),
    started_by: job.requested_by_name,
  };
  if (job.state === 'pending' || job.state === 'running') return { status: 'P', ...progress, ...common };
  if (job.state === 'done') {
    const every = progress.practice_statuses.every(({ status }) => status === 'completed');
    return { status: every ? 'S' : 'F', ...progress, ...common };
  }
  const message = job.message ?? 'This wasn’t done.';
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
