import { SearchInput, Toolbar } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { providerSorts } from './provider-list';
import type { RangeControl } from './use-range';

const options = providerSorts.map((value) => ({ value, label: messages.list.sorts[value] }));

/** Filters and sorts the providers in the grid and in the summary. Edits of hidden providers are kept. */
export function ProviderFilter({
  control,
  sortable,
}: {
  control: RangeControl;
  /** False for the list of a day, which has its own order. */
  sortable: boolean;
}): ReactNode {
  const { list, setList } = control;
  return (
    <div data-screen-only="">
      <Toolbar label={messages.list.bar}>
        <SearchInput
          label={messages.list.filter}
          shortcut="/"
          width={sortable ? 'clamp(160px, 40vw, 190px)' : '100%'}
          value={list.name}
          onChange={(name) => setList({ ...list, name })}
        />
        {sortable && (
          <div style={{ width: 170 }}>
            <SelectField
              label={messages.list.sort}
              hideLabel
              value={list.sort}
              options={options}
              onChange={(event) => setList({ ...list, sort: event.target.value })}
            />
          </div>
        )}
      </Toolbar>
    </div>
  );
}
