import { SearchInput, Toolbar } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { type MemberFilter, memberStates } from './member-filter';

const text = messages.members;

interface MemberToolsProps {
  filter: MemberFilter;
  onFilter: (change: Partial<MemberFilter>) => void;
  /** Number of matching members, and of all members. */
  shown: number;
  count: number;
}

/** Search, the filter by state, and the number of shown members. */
export function MemberTools({ filter, onFilter, shown, count }: MemberToolsProps): ReactNode {
  return (
    <Toolbar
      label={text.filters}
      actions={
        <Typography variant="body2" color="textSecondary" role="status">
          {text.count(shown, count)}
        </Typography>
      }
    >
      <SearchInput
        label={text.search}
        value={filter.search}
        onChange={(search) => onFilter({ search })}
        shortcut="/"
        width={260}
      />
      <SelectField
        hideLabel
        label={text.state}
        value={filter.state}
        options={memberStates.map((value) => ({ value, label: text.states[value] }))}
        onChange={({ target }) => onFilter({ state: target.value })}
      />
    </Toolbar>
  );
}
