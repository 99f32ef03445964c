import { SearchInput, Toolbar } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { providerSorts } from './provider-list';
import type { RangeControl } from './use-range';

const options = providerSorts.map((value) => ({ value, label: messages.list.sorts[value] }));

/** Filters and sorts the providers in the grid and in the summary. Edits of hidden providers are kept. */
export function ProviderFilter({ control }: { control: RangeControl }): ReactNode {
  const { list, setList } = control;
  return (
    <div data-screen-only="">
      <Toolbar label={messages.list.bar}>
        <SearchInput
          label={messages.list.filter}
          shortcut="/"
          width="clamp(172px, 40vw, 220px)"
          value={list.name}
          onChange={(name) => setList({ ...list, name })}
        />
        <SelectField
          label={messages.list.sort}
          hideLabel
          value={list.sort}
          options={options}
          onChange={(event) => setList({ ...list, sort: event.target.value })}
        />
      </Toolbar>
    </div>
  );
}
