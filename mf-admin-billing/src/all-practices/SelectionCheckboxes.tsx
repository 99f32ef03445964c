import { CheckboxField } from 'shared-ui/choices';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { ListFilter } from './list-params';
import { messages } from './messages';
import { pageSelectedStateOf, type Practice, selectedStateOf } from './selection';
import { type SelectionStore, useSelection } from './selection-store';

interface SelectionCheckboxProps {
  store: SelectionStore;
  /** The current filter of the list. */
  shown: ListFilter;
}

/** The checkbox of one practice. With Shift, it also sets all practices since the last one clicked. */
export function RowCheckbox({ store, shown, practice }: SelectionCheckboxProps & { practice: Practice }): ReactNode {
  const state = useSelection(store, (selection) => selectedStateOf(selection, practice.id, shown));
  const range = useRef(false);
  return (
    <CheckboxField
      size="small"
      hideLabel
      label={messages.table.selectOne(practice.name)}
      checked={state === true}
      indeterminate={state === 'unknown'}
      disabled={state === 'unknown'}
      onClick={(event: MouseEvent) => {
        range.current = event.shiftKey;
      }}
      onChange={(_, on) => store.setSelected(practice, on, range.current)}
    />
  );
}

/** Selects the whole page. Indeterminate while only a part of it is selected. */
export function PageCheckbox({
  store,
  shown,
  page,
}: SelectionCheckboxProps & { page: readonly Practice[] }): ReactNode {
  const state = useSelection(store, (selection) => pageSelectedStateOf(selection, page, shown));
  return (
    <CheckboxField
      size="small"
      hideLabel
      label={messages.table.selectPage(page.length)}
      checked={state === 'all' && page.length > 0}
      indeterminate={state === 'some' || state === 'unknown'}
      disabled={state === 'unknown' || page.length === 0}
      onChange={(_, on) => store.setPageSelected(on)}
    />
  );
}
