/** Providers without hours, and upcoming days that differ from the weekly hours: closed days, time off, other hours. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import { addDays, type AttentionItem, dayIn, listExceptions, listSchedules } from 'shared-api/contracts';
import { datesText, whatText, whoText } from '../schedule/exception-text';
import { nameOf } from '../weekly-hours/names';
import { contributionMessages } from './messages';
import { readWeeklyHoursState } from './providers-without-hours';
import { formatShortDate } from 'shared-ui';

const text = contributionMessages.comingUp;

/** Number of days ahead that the card covers. */
const DAYS_AHEAD = 60;
const MAX_LINES = 5;
/** If more providers have no hours, one item represents all of them. */
const MAX_NAMED = 2;

export const contribute: Contributions['overview.card'] = async (context) => {
  const practice = contributionPractice(context);
  const params = { practice: practice.id };
  const today = dayIn(practice.time_zone, new Date());
  const [{ records, withoutHours }, { exceptions }, { schedules }] = await Promise.all([
    readWeeklyHoursState(context),
    ask(listExceptions, { params, query: { start_date: today, end_date: addDays(today, DAYS_AHEAD) } }, context),
    ask(listSchedules, { params }, context),
  ]);
  const path = `${context.basePath}/practice/provider-hours`;
  const names = new Map(records.map((record) => [record.provider_id, nameOf(record)]));
  const action = { label: text.setHours, path };
  const attention: AttentionItem[] =
    withoutHours.length > MAX_NAMED
      ? [
          {
            id: 'no-hours',
            severity: 'warning',
            label: text.label,
            title: text.several(withoutHours.length),
            detail: text.consequence,
            action,
          },
        ]
      : withoutHours.map((record) => ({
          id: `no-hours-${record.provider_id}`,
          severity: 'warning',
          label: text.label,
          title: text.one(nameOf(record)),
          detail: text.consequence,
          action,
        }));

  const lines = [
    ...exceptions.map((exception) => ({
      day: exception.start_date,
      line: {
        lead: formatShortDate(exception.start_date < today ? today : exception.start_date),
        parts: [
          { text: `${whoText(exception, names)}: `, tone: 'strong' as const },
          { text: whatText(exception) },
          ...(exception.start_date === exception.end_date ? [] : [{ text: `, ${datesText(exception)}` }]),
          ...(exception.note === '' ? [] : [{ text: ` ${exception.note}`, tone: 'muted' as const }]),
        ],
        path: `${path}?view=exceptions`,
      },
    })),
    ...schedules.flatMap(({ valid_from: from }) =>
      from !== null && from > today
        ? [
            {
              day: from,
              line: {
                lead: formatShortDate(from),
                parts: [{ text: text.newSchedule }],
                path: `${path}?schedule=${from}`,
              },
            },
          ]
        : [],
    ),
  ].sort((left, right) => (left.day < right.day ? -1 : 1));
  return {
    attention,
    link: { label: text.link, path },
    blocks: [{ kind: 'lines', lines: lines.slice(0, MAX_LINES).map(({ line }) => line), empty: text.none(DAYS_AHEAD) }],
  };
};
