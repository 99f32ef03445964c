/** Exceptions from the weekly schedules: closed days, time off, other hours (DECISIONS 26, docs/decisions/0032). */
import {
  type ExceptionInput,
  type HolidayId,
  type HoursException,
  OFFICE,
  dayText,
  daysBetween,
  daysOfHoliday,
  exceptionProblems,
  formatTime,
  parseTimeOf,
  type TimePart,
  usFederalHolidays,
  withReadTimes,
} from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { type AuditEntry, recordAudit, recordAudits } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { DayRange } from './day-ranges.js';
import { invalid, notFound, stale } from '../../platform/errors/app-error.js';
import { listFormerProviders, listProviders } from '../../practices/pms/pms-units.js';
import {
  type ExceptionRow,
  addExceptionRows,
  deleteExceptionRow,
  findExceptionRow,
  listExceptionRows,
  nextExceptionId,
  writeExceptionRow,
} from './exceptions-repository.js';
import { hoursDays } from './bounds.js';
import { exceptionBounds } from './schedules-service.js';
import { type HoursVersion, findHoursVersion } from './weekly-hours-repository.js';
import { assertFound, recordChange } from './weekly-hours-service.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const MAX_RANGE_DAYS = 400;

/** The exception of a row, as the contract defines it. */
export function toException(row: ExceptionRow): HoursException {
  return {
    exception_id: row.exception_id,
    provider_id: row.provider_id,
    start_date: row.start_date,
    end_date: row.end_date,
    kind: row.kind,
    beg: formatTime(row.beg),
    end: formatTime(row.end),
    l_beg: formatTime(row.l_beg),
    l_end: formatTime(row.l_end),
    note: row.note,
    version: row.version,
    changed_by: row.changed_by,
    changed_at: epochSeconds(row.changed_at),
  };
}

/** An exception without its author and time, for the audit log. */
function toAuditRecord(row: ExceptionRow): ExceptionInput {
  const { provider_id, start_date, end_date, kind, beg, end, l_beg, l_end, note } = toException(row);
  return { provider_id, start_date, end_date, kind, beg, end, l_beg, l_end, note };
}

/** @throws AppError `invalid` for a range that ends before it starts or is too long */
export async function listExceptions(db: Db, practiceId: number, range: DayRange): Promise<HoursException[]> {
  const days = daysBetween(range.start, range.end);
  if (days < 1)
    throw invalid('The end date must not be before the start date.', { end_date: 'Must not be before the start date' });
  if (days > MAX_RANGE_DAYS) {
    throw invalid(`Choose a range of at most ${MAX_RANGE_DAYS} days.`, { end_date: 'Too far from the start date' });
  }
  return (await listExceptionRows(db, practiceId, range)).map(toException);
}

function rowOf(input: ExceptionInput, id: number, version: number, { actor, now }: AuditContext): ExceptionRow {
  const minutes = (part: TimePart): number | null => parseTimeOf(part, input[part]) ?? null;
  return {
    exception_id: id,
    provider_id: input.provider_id,
    start_date: input.start_date,
    end_date: input.end_date,
    kind: input.kind,
    beg: minutes('beg'),
    end: minutes('end'),
    l_beg: minutes('l_beg'),
    l_end: minutes('l_end'),
    note: input.note.trim(),
    version,
    changed_by: actor.name,
    changed_at: now,
  };
}

/** @throws AppError `invalid` with fields, by the same rules as on the page */
async function assertValid(
  transaction: Db,
  practiceId: number,
  input: ExceptionInput,
  { now, ownId }: { now: Date; ownId?: number },
): Promise<void> {
  const bounds = exceptionBounds(await hoursDays(transaction, practiceId, now));
  const range = { start: input.start_date, end: input.end_date };
  const others = await listExceptionRows(transaction, practiceId, range);
  const fields = exceptionProblems(input, { bounds, others: others.map(toException), ownId });
  const existing = [
    ...(await listProviders(transaction, practiceId)),
    ...(await listFormerProviders(transaction, practiceId)),
  ];
  if (input.provider_id !== OFFICE && !existing.some(({ provider_id: id }) => id === input.provider_id)) {
    fields.provider_id = `This practice has no provider ${input.provider_id}`;
  }
  const [message] = Object.values(fields);
  if (message !== undefined) throw invalid(`${message}.`, fields);
}

/** The exception. Throws when someone has changed it since. */
async function findUnchanged(
  transaction: Db,
  practiceId: number,
  id: number,
  onVersion: number | undefined,
): Promise<ExceptionRow> {
  const row = await findExceptionRow(transaction, practiceId, id);
  if (!row) throw notFound('This exception was deleted while you were editing.');
  if (onVersion === undefined || onVersion === row.version) return row;
  const by = { changed_by: row.changed_by, changed_at: epochSeconds(row.changed_at) };
  throw stale(`${row.changed_by} changed this exception while you were editing. Nothing was saved.`, by);
}

const daysOf = (row: ExceptionRow): DayRange => ({ start: row.start_date, end: row.end_date });

/** Runs a change under the lock of the practice's version, which prevents overlapping exceptions. */
function withLock<Result>(
  db: Db,
  practiceId: number,
  change: (transaction: Db, current: HoursVersion) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) =>
    change(transaction, assertFound(await findHoursVersion(transaction, practiceId, { lock: true }))),
  );
}

export interface ExceptionChange {
  practiceId: number;
  exceptionId: number;
  onVersion: number | undefined;
}

/** @throws AppError `not_found`, `invalid` with fields */
export function addException(
  db: Db,
  { practiceId, input: sent }: { practiceId: number; input: ExceptionInput },
  context: AuditContext,
): Promise<HoursException> {
  return withLock(db, practiceId, async (transaction, current) => {
    const input = withReadTimes(sent);
    await assertValid(transaction, practiceId, input, { now: context.now });
    const version = current.version + 1;
    const row = rowOf(input, await nextExceptionId(transaction, practiceId), version, context);
    await addExceptionRows(transaction, practiceId, [row]);
    await recordChange(transaction, practiceId, { version, days: [daysOf(row)] }, context);
    await recordAudit(
      transaction,
      auditOf('add', practiceId, row.exception_id, context, { after: toAuditRecord(row) }),
    );
    return toException(row);
  });
}

/** @throws AppError `not_found`, `stale_version`, `invalid` with fields */
export function changeException(
  db: Db,
  { practiceId, exceptionId, onVersion, input: sent }: ExceptionChange & { input: ExceptionInput },
  context: AuditContext,
): Promise<HoursException> {
  return withLock(db, practiceId, async (transaction, current) => {
    const before = await findUnchanged(transaction, practiceId, exceptionId, onVersion);
    const input = withReadTimes(sent);
    await assertValid(transaction, practiceId, input, { now: context.now, ownId: exceptionId });
    const version = current.version + 1;
    const row = rowOf(input, exceptionId, version, context);
    const records = { before: toAuditRecord(before), after: toAuditRecord(row) };
    if (JSON.stringify(records.before) === JSON.stringify(records.after)) return toException(before);
    await writeExceptionRow(transaction, practiceId, row);
    await recordChange(transaction, practiceId, { version, days: [daysOf(before), daysOf(row)] }, context);
    await recordAudit(transaction, auditOf('change', practiceId, exceptionId, context, records));
    return toException(row);
  });
}

/** @throws AppError `not_found`, `stale_version` */
export function deleteException(
  db: Db,
  { practiceId, exceptionId, onVersion }: ExceptionChange,
  context: AuditContext,
): Promise<void> {
  return withLock(db, practiceId, async (transaction, current) => {
    const before = await findUnchanged(transaction, practiceId, exceptionId, onVersion);
    await deleteExceptionRow(transaction, practiceId, exceptionId);
    await recordChange(transaction, practiceId, { version: current.version + 1, days: [daysOf(before)] }, context);
    const records = { before: toAuditRecord(before) };
    await recordAudit(transaction, auditOf('delete', practiceId, exceptionId, context, records));
  });
}

/**
 * Closes the office on federal holidays. Skips a holiday when the office already has an exception on one of its days.
 *
 * @throws AppError `not_found`, `invalid` for a year outside of the days that can be planned
 */
export function addHolidays(
  db: Db,
  { practiceId, year, ids }: { practiceId: number; year: number; ids: readonly HolidayId[] | undefined },
  context: AuditContext,
): Promise<{ added: string[]; skipped: string[] }> {
  return withLock(db, practiceId, async (transaction, current) => {
    const bounds = exceptionBounds(await hoursDays(transaction, practiceId, context.now));
    const holidays = usFederalHolidays(year).filter(({ id }) => ids === undefined || ids.includes(id));
    const ranges = holidays.map((holiday) => ({ name: holiday.name, ...daysOfHoliday(holiday) }));
    if (ranges.every(({ start, end }) => end < bounds.start || start > bounds.end)) {
      const message = `Choose a year from ${bounds.start.slice(0, 4)} to ${bounds.end.slice(0, 4)}.`;
      throw invalid(message, { year: message });
    }
    const version = current.version + 1;
    const first = await nextExceptionId(transaction, practiceId);
    const rows: ExceptionRow[] = [];
    const skipped: string[] = [];
    for (const { name, start, end } of ranges) {
      const stored = await listExceptionRows(transaction, practiceId, { start, end });
      const isTaken = stored.some(({ provider_id: id }) => id === OFFICE) || start < bounds.start || end > bounds.end;
      if (isTaken) skipped.push(`${name} (${dayText(start)})`);
      else rows.push(rowOf(holidayInput(name, start, end), first + rows.length, version, context));
    }
    if (rows.length > 0) {
      await addExceptionRows(transaction, practiceId, rows);
      await recordChange(transaction, practiceId, { version, days: rows.map(daysOf) }, context);
      await recordAudits(
        transaction,
        rows.map((row) => auditOf('add', practiceId, row.exception_id, context, { after: toAuditRecord(row) })),
      );
    }
    return { added: rows.map((row) => `${row.note} (${dayText(row.start_date)})`), skipped };
  });
}

function holidayInput(note: string, start: string, end: string): ExceptionInput {
  const noTimes = { beg: '', end: '', l_beg: '', l_end: '' };
  return { provider_id: OFFICE, start_date: start, end_date: end, kind: 'closed', ...noTimes, note };
}

function auditOf(
  action: 'add' | 'change' | 'delete',
  practiceId: number,
  exceptionId: number,
  { actor, now }: AuditContext,
  records: { before?: ExceptionInput; after?: ExceptionInput },
): AuditEntry {
  return {
    practiceId,
    actor,
    at: now,
    action: `hours_exception.${action}`,
    entity: 'hours_exception',
    entityId: String(exceptionId),
    ...records,
  };
}
