import { useEffect, useEffectEvent } from 'react';
import { type CellKey, parseCellKey } from './cells';
import { monthsHolding } from './range';
import type { RangeView } from './range-view';
import type { RangeControl } from './use-range';
import type { StagedHours } from './use-staged-hours';

/**
 * Moves to a cell. If a filter hides its provider, the filter is cleared. If its day is out of the range, the page
 * changes to the month of that day.
 *
 * @param view null while loading
 */
export function useGoToCell(
  { commands, store }: StagedHours,
  view: RangeView | null,
  { go, list, setList }: RangeControl,
): (key: CellKey) => void {
  const { pendingCell } = commands;

  const show = (key: CellKey): boolean => {
    // While another range loads, the store still has the previous one.
    const cellRef = view ? store.view().cellRef(key) : undefined;
    if (cellRef) commands.visit(cellRef);
    return cellRef !== undefined;
  };

  /** Its day is shown, and a filter is set that may hide its provider. */
  const isFiltered = (key: CellKey): boolean =>
    view !== null && list.name !== '' && view.loaded.hours.dates.includes(parseCellKey(key)?.date ?? '');

  // The requested days have loaded.
  const arrive = useEffectEvent(() => {
    const key = pendingCell.getState();
    if (!view || !key) return;
    if (show(key)) pendingCell.setState(null);
    else if (isFiltered(key)) setList({ ...list, name: '' });
    else pendingCell.setState(null);
  });
  useEffect(() => arrive(), [view]);

  return (key) => {
    if (show(key)) return;
    if (isFiltered(key)) {
      pendingCell.setState(key);
      setList({ ...list, name: '' });
      return;
    }
    const { today } = store.view().loaded.hours;
    const field = parseCellKey(key);
    const [month] = field && today !== undefined ? monthsHolding([field.date], today) : [];
    if (!month) return;
    pendingCell.setState(key);
    go(month);
  };
}
