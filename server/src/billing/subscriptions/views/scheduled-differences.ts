/** The effect of a scheduled change. Pure functions. */
import type { ScheduledDifference } from 'shared-api/contracts';
import { nameOfPrice } from '../../catalogue/catalogue.js';
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import { type ItemSnapshot, periodAmount, type ScheduleSnapshot, upcomingPhases } from '../mirror/snapshots.js';

type Parent = Pick<MirroredSubscription, 'items'> | undefined;

function differencesBetween(
  before: readonly ItemSnapshot[],
  after: readonly ItemSnapshot[],
  date: number,
  currency: string,
  keyOf: ReadonlyMap<string, string>,
): ScheduledDifference[] {
  const common = ({ price_id: priceId, name, interval }: ItemSnapshot) => ({
    name: nameOfPrice(keyOf.get(priceId)) ?? name,
    currency,
    interval,
    date,
  });
  const find = (list: readonly ItemSnapshot[], priceId: string): ItemSnapshot | undefined =>
    list.find((one) => one.price_id === priceId);
  return [
    ...before
      .filter(({ price_id: priceId }) => !find(after, priceId))
      .map((item) => ({ ...common(item), kind: 'ends' as const, amount_change: 0 - periodAmount(item) })),
    ...after.flatMap((item): ScheduledDifference[] => {
      const had = find(before, item.price_id);
      if (!had) return [{ ...common(item), kind: 'starts', amount_change: periodAmount(item) }];
      if (had.quantity === item.quantity) return [];
      return [{ ...common(item), kind: 'changes', amount_change: periodAmount(item) - periodAmount(had) }];
    }),
  ];
}

/**
 * The differences of each phase from the one before it.
 *
 * @param parent the subscription that the schedule changes; undefined for one that hasn't started, whose items all
 * start
 */
export function scheduledDifferences(
  schedule: ScheduleSnapshot,
  parent: Parent,
  keyOf: ReadonlyMap<string, string>,
): ScheduledDifference[] {
  const phases = upcomingPhases(schedule);
  return phases.flatMap(({ start_date: date, items }, index) =>
    differencesBetween(phases[index - 1]?.items ?? parent?.items ?? [], items, date, schedule.currency, keyOf),
  );
}
