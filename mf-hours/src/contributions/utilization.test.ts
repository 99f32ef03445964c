import { expect, it } from '@jest/globals';
import type { ContributionContext } from 'shared-api';
import { type OverviewCard, weekdayOf } from 'shared-api/contracts';
import { setupServer } from 'shared-api/testing/network';
import { HoursServer, people } from '../hours-worked/testing/hours-server';
import { contribute } from './utilization';

/** The note below the chart. */
function noteOf({ blocks = [] }: OverviewCard): string | undefined {
  const last = blocks.at(-1);
  return last?.kind === 'lines' ? last.lines[0]?.parts.map(({ text }) => text).join('') : undefined;
}

/** A Wednesday. */
const TODAY = '2026-11-18';

const context = {
  practice: { id: 12 },
  module: { name: 'mf-hours', version: '1.0.0' },
  basePath: '/settings/12',
  signal: new AbortController().signal,
  reauthenticate: async () => false,
  heardRevision: () => undefined,
} as unknown as ContributionContext;

it('shows the figures of the hours worked page, with those to date', async () => {
  const hours = new HoursServer(people.slice(0, 2), TODAY);
  // Kim has 8 hours on workdays and works 6 until today. Maria works 3 hours without available ones.
  hours.original = (provider, date, figure) => {
    if (figure === 'available') return provider === 7 && !isWeekend(date) ? 28_800 : 0;
    if (isWeekend(date) || date > TODAY) return 0;
    return provider === 7 ? 21_600 : 10_800;
  };
  const network = setupServer(...hours.handlers());
  network.listen();
  try {
    const card = await contribute(context);
    expect(card.blocks?.[0]).toEqual({
      kind: 'figures',
      figures: [
        { label: 'To date', value: '75.0% (18 of 24 h)' },
        { label: 'Same days last week', value: '75.0% (18 of 24 h)' },
        { label: 'This week', value: '45.0% (18 of 40 h)' },
      ],
    });
    expect(card.headline).toEqual({
      figures: [
        { label: 'Utilization today', value: '75.0%' },
        { label: 'This week', value: '45.0%' },
      ],
      progress: 0.75,
      text: '6 of 8 hours worked, by 1 of 1 provider. 1 provider without available hours isn’t counted (3 h worked).',
    });
    expect(noteOf(card)).toBe('1 provider without available hours isn’t counted (9 h worked).');
    expect(card.blocks?.[1]).toMatchObject({ bars: [{}, { value: 21_600, of: 28_800 }, {}, {}, {}, {}, {}] });
    expect(card.blocks?.[1]).toMatchObject({ today: 3, bars: [{}, {}, {}, { figure: '6 h' }, {}, {}, {}] });
  } finally {
    network.close();
  }
});

it('names for each figure the providers who aren’t counted', async () => {
  const hours = new HoursServer(people.slice(0, 2), TODAY);
  // Maria has available hours from tomorrow on.
  hours.original = (provider, date, figure) => {
    if (figure === 'available') return provider === 7 || date > TODAY ? 28_800 : 0;
    return date > TODAY ? 0 : 7200;
  };
  const network = setupServer(...hours.handlers());
  network.listen();
  try {
    expect(noteOf(await contribute(context))).toBe(
      [
        'To date, 1 provider without available hours isn’t counted (8 h worked).',
        'Same days last week, 1 provider without available hours isn’t counted (8 h worked).',
      ].join(' '),
    );
  } finally {
    network.close();
  }
});

it('leaves out uncounted providers who haven’t worked', async () => {
  // On a Sunday, nobody has available hours to date, and nobody has worked.
  const hours = new HoursServer(people.slice(0, 2), '2026-11-15');
  const network = setupServer(...hours.handlers());
  network.listen();
  try {
    expect(noteOf(await contribute(context))).toBeUndefined();
  } finally {
    network.close();
  }
});

it('shows who has worked on a day without available hours', async () => {
  const hours = new HoursServer(people.slice(0, 2), TODAY);
  hours.original = (_provider, date, figure) => {
    if (figure === 'available') return date === TODAY ? 0 : 28_800;
    return date > TODAY ? 0 : 7200;
  };
  const network = setupServer(...hours.handlers());
  network.listen();
  try {
    const { headline } = await contribute(context);
    expect(headline?.text).toBe(
      'Nobody has available hours today. 2 providers without available hours aren’t counted (4 h worked).',
    );
  } finally {
    network.close();
  }
});

it('shows a week as not started before its first hour', async () => {
  const hours = new HoursServer(people.slice(0, 2), TODAY);
  hours.original = (_provider, date, figure) => (figure === 'available' && date >= TODAY ? 28_800 : 0);
  const network = setupServer(...hours.handlers());
  network.listen();
  try {
    const { headline, blocks } = await contribute(context);
    expect(headline?.figures).toEqual([
      { label: 'Utilization today', value: 'Not started' },
      { label: 'This week', value: 'Not started' },
    ]);
    expect(blocks?.[0]).toEqual({
      kind: 'figures',
      figures: [
        { label: 'To date', value: 'Not started' },
        { label: 'Same days last week', value: '0.0%' },
        { label: 'This week', value: 'Not started' },
      ],
    });
  } finally {
    network.close();
  }
});

it('shows a closed day without hours', async () => {
  const hours = new HoursServer(people, '2026-11-22');
  const network = setupServer(...hours.handlers());
  network.listen();
  try {
    const { headline } = await contribute(context);
    expect(headline?.figures[0]).toEqual({ label: 'Utilization today', value: 'No hours' });
    expect(headline).toMatchObject({ text: 'Nobody has available hours today' });
    expect(headline).not.toHaveProperty('progress');
  } finally {
    network.close();
  }
});

const isWeekend = (date: string): boolean => weekdayOf(date) % 6 === 0;
