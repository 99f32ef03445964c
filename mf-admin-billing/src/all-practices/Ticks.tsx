import { Checkbox } from 'shared-ui';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { ListFilter } from './list-place';
import { words } from './messages';
import { pageTicked, type Practice, tickedIn } from './selection';
import { type SelectionStore, useSelected } from './selection-store';

interface TickProps {
  store: SelectionStore;
  /** The filter under which the rows are shown. */
  shown: ListFilter;
}

/** The tick of one practice. With Shift held, all from the last tick are ticked. */
export function RowTick({ store, shown, practice }: TickProps & { practice: Practice }): ReactNode {
  const ticked = useSelected(store, ({ selection }) => tickedIn(selection, practice.id, shown));
  const range = useRef(false);
  return (
    <Checkbox
      small
      hideLabel
      label={words.table.selectOne(practice.name)}
      checked={ticked === true}
      indeterminate={ticked === 'unknown'}
      disabled={ticked === 'unknown'}
      onClick={(event: MouseEvent) => {
        range.current = event.shiftKey;
      }}
      onChange={(on) => store.tick(practice, on, range.current)}
    />
  );
}

/** The tick of the page: all of it, some of it, or none. */
export function PageTick({ store, shown, page }: TickProps & { page: readonly Practice[] }): ReactNode {
  const ticked = useSelected(store, ({ selection }) => pageTicked(selection, page, shown));
  return (
    <Checkbox
      small
      hideLabel
      label={words.table.selectPage(page.length)}
      checked={ticked === 'all' && page.length > 0}
      indeterminate={ticked === 'some' || ticked === 'unknown'}
      disabled={ticked === 'unknown' || page.length === 0}
      onChange={(on) => store.tickPage(on)}
    />
  );
}
