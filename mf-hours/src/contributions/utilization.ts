/** This week's utilization to date, next to the same days of last week. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import { type HoursWorked, readHoursWorked, type WorkedHours } from 'shared-api/contracts';
import { sumOf, utilizationOf } from '../hours-worked/totals';
import { contributionMessages } from './messages';
import { formatShortDate } from 'shared-ui';
import { dayName, weekdayName } from '../hours-worked/names';

const text = contributionMessages.utilization;

interface DaySum {
  date: string;
  /** In seconds, of all providers together. */
  available: number;
  worked: number;
}

const availableOf = (day: WorkedHours): number => day.modified_available_hours ?? day.available_hours;
const workedOf = (day: WorkedHours): number => day.modified_worked_hours ?? day.worked_hours;

function daySums({ dates, providers }: HoursWorked): DaySum[] {
  return dates.map((date) => {
    const hours = providers.flatMap(({ hours: byDate }) => byDate[date] ?? []);
    return {
      date,
      available: hours.reduce((sum, day) => sum + availableOf(day), 0),
      worked: hours.reduce((sum, day) => sum + workedOf(day), 0),
    };
  });
}

const hoursOf = (seconds: number): number => Math.round(seconds / 360) / 10;

export const contribute: Contributions['overview.card'] = async (context) => {
  const params = { practice: contributionPractice(context).id };
  const [thisWeek, lastWeek] = await Promise.all(
    [0, -1].map((offset) =>
      ask(readHoursWorked, { params, query: { view_type: 'week', days: '7', week_offset: offset } }, context),
    ),
  );
  const days = thisWeek ? daySums(thisWeek) : [];
  const today = days.findIndex(({ date }) => date === thisWeek?.today);
  const toDate = sumOf(days.slice(0, today + 1));
  const sameDays = sumOf((lastWeek ? daySums(lastWeek) : []).slice(0, today + 1));
  return {
    link: { label: text.link, path: `${context.basePath}/practice/provider-hours-worked` },
    blocks: [
      {
        kind: 'figures',
        figures: [
          { label: text.toDate, value: text.percent(utilizationOf(toDate)) },
          { label: text.lastWeek, value: text.percent(utilizationOf(sameDays)) },
          { label: text.worked, value: text.workedOf(hoursOf(toDate.worked), hoursOf(toDate.available)) },
        ],
      },
      {
        kind: 'bars',
        label: text.bars,
        ...(today >= 0 && { today }),
        bars: days.map(({ date, available, worked }) => ({
          label: `${weekdayName(date)} ${formatShortDate(date).split(' ')[1] ?? ''}`,
          value: worked,
          of: available,
          text: text.day(dayName(date), hoursOf(worked), hoursOf(available)),
        })),
      },
    ],
  };
};
