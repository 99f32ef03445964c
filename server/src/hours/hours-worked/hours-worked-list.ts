/** Maps computed hours and overrides to the contract: providers with their days and totals. No database access. */
import type { ProviderHours, ProviderTotals, WorkedHours } from 'shared-api/contracts';
import { belongsOn, leftOn } from '../../practices/pms/provider-periods.js';
import type { ComputedDay, OverrideRow, Person } from './hours-worked-repository.js';

/** A fixed order, independent of the database's collation. */
const byName = new Intl.Collator('en-US', { sensitivity: 'base' });

const effectiveFigure = (figure: number, override: number | null): number => override ?? figure;

/** Totals of the effective hours: the override where there is one. */
export function totalsOf(
  hours: Readonly<Record<string, WorkedHours>>,
  today: string,
): Omit<ProviderTotals, 'provider_id' | 'first_name' | 'last_name' | 'left_on'> {
  const days = Object.values(hours);
  const availableOf = (day: WorkedHours): number => effectiveFigure(day.available_hours, day.modified_available_hours);
  const workedOf = (day: WorkedHours): number => effectiveFigure(day.worked_hours, day.modified_worked_hours);
  const available = days.map(availableOf);
  const worked = days.map(workedOf);
  const toDate = Object.entries(hours).flatMap(([date, day]) => (date <= today ? [day] : []));
  const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
  return {
    total_hours_available: sum(available),
    total_hours_worked: sum(worked),
    total_days_available: available.filter((figure) => figure > 0).length,
    total_days_worked: worked.filter((figure) => figure > 0).length,
    hours_available_to_date: sum(toDate.map(availableOf)),
    hours_worked_to_date: sum(toDate.map(workedOf)),
  };
}

/**
 * Providers by last name with their days. Future days do not count as unused: utilization is measured to date. Providers who
 * didn't belong to the practice on any of these days are listed if they have hours worked or an override in them.
 */
export function hoursWorkedList(
  people: readonly Person[],
  days: readonly ComputedDay[],
  overrides: readonly OverrideRow[],
  today: string,
): ProviderHours[] {
  const hours = new Map(people.map((person) => [person.provider_id, {} as Record<string, WorkedHours>]));
  for (const { provider_id, date, available, worked } of days) {
    const own = hours.get(provider_id);
    if (own) {
      own[date] = {
        available_hours: available,
        worked_hours: worked,
        modified_available_hours: null,
        modified_worked_hours: null,
      };
    }
  }
  const overridden = new Set<number>();
  for (const { provider_id, date, available_seconds, worked_seconds } of overrides) {
    const day = hours.get(provider_id)?.[date];
    if (!day || (available_seconds === null && worked_seconds === null)) continue;
    day.modified_available_hours = available_seconds;
    day.modified_worked_hours = worked_seconds;
    overridden.add(provider_id);
  }
  return people
    .map((person) => ({ person, own: hours.get(person.provider_id) ?? {} }))
    .map(({ person, own }) => ({ person, own, totals: totalsOf(own, today) }))
    .filter(
      ({ person, own, totals }) =>
        Object.keys(own).some((date) => belongsOn(person, date)) ||
        totals.total_hours_worked > 0 ||
        overridden.has(person.provider_id),
    )
    .sort(
      ({ person: one }, { person: other }) =>
        byName.compare(one.last_name, other.last_name) ||
        byName.compare(one.first_name, other.first_name) ||
        one.provider_id - other.provider_id,
    )
    .map(({ person, own, totals }) => {
      const left = leftOn(person);
      return {
        provider_id: person.provider_id,
        first_name: person.first_name,
        last_name: person.last_name,
        ...(left !== null && { left_on: left }),
        ...totals,
        hours: own,
      };
    });
}
