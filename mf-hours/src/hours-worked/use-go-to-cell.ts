import { useEffect } from 'react';
import { type CellKey, placeOf } from './cells';
import { monthsHolding } from './range';
import type { RangeView } from './range-view';
import type { RangeControl } from './use-range';
import type { StagedHours } from './use-staged-hours';

/** Leads to a cell, also to one of days that are not shown: to the month that it is in. @param view null while loading */
export function useGoToCell(
  { deeds, store }: StagedHours,
  view: RangeView | null,
  { go, list, setList }: RangeControl,
): (key: CellKey) => void {
  const { wanted } = deeds;

  const show = (key: CellKey): boolean => {
    const spot = store.view().spot(key);
    if (spot) deeds.visit(spot);
    return spot !== undefined;
  };

  // The days that were asked for have come.
  useEffect(() => {
    const key = wanted.get();
    if (!view || !key) return;
    wanted.set(null);
    const spot = view.spot(key);
    if (spot) deeds.visit(spot);
  }, [view, wanted, deeds]);

  return (key) => {
    if (show(key)) return;
    const { today, dates } = store.view().loaded.hours;
    const place = placeOf(key);
    if (list.name !== '' && place && dates.includes(place.date)) {
      wanted.set(key);
      setList({ ...list, name: '' });
      return;
    }
    const [month] = place && today !== undefined ? monthsHolding([place.date], today) : [];
    if (!month) return;
    wanted.set(key);
    go(month);
  };
}
