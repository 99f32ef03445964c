import { expect, it } from '@jest/globals';
import { problemsOf, serverProblemsIn } from './problems';
import { aDay, aFollower, anOffice, aProvider, aWeek } from './testing/builders';

it('reports an error of the office once, not at each follower', () => {
  const rows = aWeek(anOffice({ mon_end: '' }), aFollower());
  expect(problemsOf(rows, [])).toEqual([
    { id: 0, day: 'mon', field: 'mon_end', message: 'End time must be set if start time is set' },
  ]);
});

it('sorts errors top to bottom and Monday to Sunday, including server errors', () => {
  const rows = aWeek(
    anOffice(),
    aProvider({ ...aDay('tue', ['9:00 AM', '8:00 AM']), mon_beg: '6:00 AM', mon_end: '7:00 AM' }),
  );
  const refusals = serverProblemsIn(
    { '1.mon_beg': 'Too early', '1.tue_end': 'Not again', nonsense: 'x', '9.mon_beg': 'y' },
    rows,
  );
  expect(problemsOf(rows, refusals).map(({ field, message }) => [field, message])).toEqual([
    ['mon_beg', 'Too early'],
    ['tue_end', 'End time must be after start time'],
  ]);
});
