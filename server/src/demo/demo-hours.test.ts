import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addAppointments, correctHours } from './demo-appointments.js';
import { readHoursWorked } from '../hours/hours-worked/hours-worked-service.js';
import { describeWithDatabase } from '../testing/engines.js';
import { type TestServer, testServer } from '../testing/test-server.js';
import { systemActor } from '../platform/audit/actor.js';
import { addNamedPractices, fillNamedPractices } from './named-practices.js';

const now = new Date('2026-11-20T15:00:00Z');
const audit = { actor: systemActor('Demo'), now };

describeWithDatabase('demo hours worked', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
    await addNamedPractices(server.db, audit);
    await fillNamedPractices(server.db, audit);
    await addAppointments(server.db, audit);
    await correctHours(server.db, audit);
  });
  afterAll(() => server.close());

  const lastMonth = { view_type: 'month', days: '-1', week_offset: 0, month_offset: -1 } as const;
  const lastWeek = { view_type: 'week', days: '7', week_offset: -1, month_offset: 0 } as const;

  it.each([1, 6])('has providers in every utilization band in practice %i', async (practiceId) => {
    const { hours } = await readHoursWorked(server.db, practiceId, lastMonth, now);
    const bands = hours.providers
      .filter((provider) => provider.total_hours_available > 0)
      .map((provider) => Math.round((provider.total_hours_worked / provider.total_hours_available) * 1000) / 10)
      .map((percent) => (percent >= 85 ? 'high' : percent >= 70 ? 'medium' : 'low'));
    expect(new Set(bands)).toEqual(new Set(['high', 'medium', 'low']));
  });

  it('has a provider who worked without available hours, and three corrected figures', async () => {
    const { hours } = await readHoursWorked(server.db, 1, lastMonth, now);
    const last = (await readHoursWorked(server.db, 1, lastWeek, now)).hours;
    const locum = last.providers.find(({ last_name }) => last_name === 'Duarte');
    expect(locum).toMatchObject({ total_hours_available: 0, total_days_worked: 2 });
    const corrected = last.providers
      .flatMap((provider) => Object.values(provider.hours))
      .filter((day) => day.modified_worked_hours !== null || day.modified_available_hours !== null);
    expect(corrected).toHaveLength(3);
    expect(hours.providers.every(({ total_hours_worked }) => total_hours_worked < 31 * 86_400)).toBe(true);
  });

  it('counts completed Dentrix appointments by their status ids', async () => {
    const { hours } = await readHoursWorked(server.db, 2, lastMonth, now);
    expect(hours.providers.every(({ total_days_worked }) => total_days_worked > 0)).toBe(true);
  });
});
