import { bulkTypes, countText, type FeaturesUsage, practiceStateLabels, practiceStates } from 'shared-api/contracts';
import { FoldedFilters, phone, styled, Toolbar } from 'shared-ui';
import { CheckboxField, SelectField, type SelectOption } from 'shared-ui/choices';
import { Button } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { filterCount, isFiltered, itemParts, type ListFilter, noFilter } from './list-params';
import { messages } from './messages';
import { SearchBox } from './SearchBox';
import { usageOfType } from './usage';

const text = messages.filterBy;

const Part = styled('div')({ width: 146, [phone]: { flex: '1 1 146px' } });

const Search = styled('div')({ width: 220 });

/** Each item with its number of practices. Includes a name from the URL that no practice has. */
function itemOptions(items: FeaturesUsage['bundles'], all: string, value: string): SelectOption<string>[] {
  const known = items.some(({ name }) => name === value);
  return [
    { value: '', label: all },
    ...items.map(({ name, display_name, practices }) => ({
      value: name,
      label: `${display_name} (${countText(practices)})`,
    })),
    ...(known || value === '' ? [] : [{ value, label: value }]),
  ];
}

const stateOptions: readonly SelectOption<ListFilter['state']>[] = [
  { value: '', label: text.state.all },
  ...practiceStates.map((state) => ({ value: state, label: practiceStateLabels[state] })),
];

export interface FilterBarProps {
  filter: ListFilter;
  /** The items to filter by; undefined while loading. */
  usage: FeaturesUsage | undefined;
  onFilter: (change: Partial<ListFilter>) => void;
  onSearch: (search: string) => void;
}

/** The list's filters. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps): ReactNode {
  const { filter, usage, onFilter, onSearch } = props;
  return (
    <Toolbar label={messages.filters}>
      <Search data-search="">
        <SearchBox value={filter.search} onSearch={onSearch} />
      </Search>
      <FoldedFilters count={filterCount(filter)}>
        {bulkTypes.map((type) => {
          const part = itemParts[type];
          return (
            <Part key={type}>
              <SelectField
                hideLabel
                label={text[part].label}
                value={filter[part]}
                options={itemOptions(usageOfType(usage, type), text[part].all, filter[part])}
                onChange={({ target }) => onFilter({ [part]: target.value })}
              />
            </Part>
          );
        })}
        <Part>
          <SelectField
            hideLabel
            label={text.state.label}
            value={filter.state}
            options={stateOptions}
            onChange={({ target }) => onFilter({ state: target.value })}
          />
        </Part>
        <CheckboxField
          label={messages.insider}
          checked={filter.insider}
          onChange={(_, insider) => onFilter({ insider })}
        />
      </FoldedFilters>
      {isFiltered(filter) && (
        <Button variant="text" onClick={() => onFilter(noFilter)}>
          {messages.clearFilters}
        </Button>
      )}
    </Toolbar>
  );
});
