import type { Db } from '../../platform/database/tables.js';

export interface SupportRead {
  personId: string;
  practiceId: number;
  area: string;
  /** The start of the hour. */
  hour: Date;
}

/** @returns false when a replica has already stored the hour */
export async function claimRead(transaction: Db, { personId, practiceId, area, hour }: SupportRead): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('support_reads')
    .values({ person_id: personId, practice_id: practiceId, area, read_hour: hour })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'practice_id', 'area'])
        .doUpdateSet({ read_hour: hour })
        .where('support_reads.read_hour', '<', hour),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
