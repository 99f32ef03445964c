/** Utilization of this week, to date, and of the same days last week. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import {
  type CountedHours,
  countedHours,
  type HoursWorked,
  leavesOutOthers,
  type OverviewCard,
  type RangeHours,
  readHoursWorked,
} from 'shared-api/contracts';
import { formatShortDate } from 'shared-ui';
import { effectiveSeconds, toStoredHours } from '../hours-worked/cells';
import { dayName, weekdayName } from '../hours-worked/names';
import {
  type Progress,
  progressOf,
  type Rating,
  ratingOf,
  ratingOrStartText,
  ratingText,
} from '../hours-worked/rating';
import { contributionMessages } from './messages';

const text = contributionMessages.utilization;

type Provider = HoursWorked['providers'][number];

/** The hours of one provider on these days. */
function hoursOn({ hours }: Provider, dates: readonly string[]): RangeHours {
  const sum = { available: 0, worked: 0 };
  for (const date of dates) {
    const day = hours[date];
    if (!day) continue;
    sum.available += effectiveSeconds(toStoredHours(day, 'available'));
    sum.worked += effectiveSeconds(toStoredHours(day, 'worked'));
  }
  return sum;
}

/** The hours of all providers on these days, counted like on the hours worked page. */
const countOn = ({ providers }: HoursWorked, dates: readonly string[]): CountedHours =>
  countedHours(providers.map((provider) => hoursOn(provider, dates)));

const sumOf = (hours: readonly RangeHours[], figure: keyof RangeHours): number =>
  hours.reduce((sum, each) => sum + each[figure], 0);

const hoursOf = (seconds: number): number => Math.round(seconds / 36) / 100;

/** A figure's hours with their description. */
interface Rated {
  hours: RangeHours;
  rating: Rating;
}

const figureOf = (label: string, { hours, rating }: Rated): { label: string; value: string } => ({
  label,
  value:
    rating.kind === 'utilization'
      ? text.figure(ratingText(rating), hoursOf(hours.worked), hoursOf(hours.available))
      : ratingOrStartText(rating),
});

/** The providers who aren't counted in a figure; undefined if everyone is. */
const leftOutText = ({ leftOut }: CountedHours, label?: string): string | undefined =>
  leftOut.providers > 0 ? text.leftOut(leftOut.providers, hoursOf(leftOut.worked), label) : undefined;

/** Today's utilization next to that of the week. */
function headlineOf(
  onToday: readonly RangeHours[],
  week: Rating,
  progress: Progress,
): NonNullable<OverviewCard['headline']> {
  const today = countedHours(onToday);
  const { available, worked, leftOut } = today;
  const isIn = onToday.filter((hours) => hours.available > 0);
  const has = available > 0;
  return {
    figures: [
      { label: text.utilizationToday, value: has ? ratingOrStartText(ratingOf(today, today, progress)) : text.noHours },
      { label: text.thisWeek, value: ratingOrStartText(week) },
    ],
    ...(has && { progress: worked / available }),
    text: text.today(
      has
        ? text.workedToday(hoursOf(worked), hoursOf(available), {
            available: isIn.length,
            worked: isIn.filter((hours) => hours.worked > 0).length,
          })
        : text.nobodyToday,
      leftOut.worked > 0 ? leftOutText(today) : undefined,
    ),
  };
}

export const contribute: Contributions['overview.card'] = async (context) => {
  const params = { practice: contributionPractice(context).id };
  // Last week and this one.
  const query = { view_type: 'week', days: '14', week_offset: -1 } as const;
  const hours = await ask(readHoursWorked, { params, query }, context);
  const [lastDates, dates] = [hours.dates.slice(0, 7), hours.dates.slice(7)];
  const today = dates.indexOf(hours.today ?? '');
  const week = countOn(hours, dates);
  const toDate = countOn(hours, dates.slice(0, today + 1));
  const before = countOn(hours, lastDates.slice(0, today + 1));
  const progressOn = (days: readonly string[]): Progress =>
    progressOf(
      days.map((date) => ({ date, ...countOn(hours, [date]) })),
      hours.today,
    );
  const thisWeek = ratingOf(week, toDate, progressOn(dates));
  const notes = [
    leftOutText(week),
    leavesOutOthers(toDate, week) && leftOutText(toDate, text.toDate),
    leavesOutOthers(before, week) && leftOutText(before, text.lastWeek),
  ].filter((sentence) => typeof sentence === 'string');
  const onToday = today < 0 ? [] : hours.providers.map((provider) => hoursOn(provider, dates.slice(today, today + 1)));
  const counted = hours.providers.filter((provider) => hoursOn(provider, dates).available > 0);
  return {
    link: { label: text.link, path: `${context.basePath}/practice/provider-hours-worked` },
    headline: headlineOf(onToday, thisWeek, progressOn(dates.slice(today, today + 1))),
    blocks: [
      {
        kind: 'figures',
        figures: [
          figureOf(text.toDate, { hours: toDate, rating: ratingOf(toDate, toDate, progressOn(dates)) }),
          figureOf(text.lastWeek, { hours: before, rating: ratingOf(before, before, progressOn(lastDates)) }),
          figureOf(text.thisWeek, { hours: week, rating: thisWeek }),
        ],
      },
      {
        kind: 'bars',
        label: text.bars,
        ...(today >= 0 && { today }),
        bars: dates.map((date, at) => {
          const onDay = counted.map((provider) => hoursOn(provider, [date]));
          const [available, worked] = [sumOf(onDay, 'available'), sumOf(onDay, 'worked')];
          return {
            label: `${weekdayName(date)} ${formatShortDate(date).split(' ')[1] ?? ''}`,
            value: worked,
            of: available,
            ...(at === today && { figure: text.hours(hoursOf(worked)) }),
            text: text.day(dayName(date), hoursOf(worked), hoursOf(available)),
          };
        }),
      },
      ...(notes.length > 0
        ? [{ kind: 'lines' as const, lines: [{ parts: [{ text: notes.join(' '), tone: 'muted' as const }] }] }]
        : []),
    ],
  };
};
