import { ask, type ContributionContext, contributionPractice } from 'shared-api';
import { OFFICE, readWeeklyHours, weekMinutes, type WeeklyHoursRecord } from 'shared-api/contracts';

/** Providers without weekly hours. */
export interface WeeklyHoursState {
  records: readonly WeeklyHoursRecord[];
  /** Empty if the schedule of the practice management system replaces these hours. */
  withoutHours: readonly WeeklyHoursRecord[];
}

export async function readWeeklyHoursState(context: ContributionContext): Promise<WeeklyHoursState> {
  const { id } = contributionPractice(context);
  const answer = await ask(readWeeklyHours, { params: { practice: id } }, context);
  const records = answer.message;
  return {
    records,
    withoutHours:
      answer.overruled_by_pms_schedule === true
        ? []
        : records.filter(
            (record) => record.provider_id !== OFFICE && !record['same-as-office-hours'] && weekMinutes(record) === 0,
          ),
  };
}
