import { EmptyState } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import type { Rows } from './rows';
import type { ListFilter } from './use-list-filter';

const { empty, noMatch } = messages.weeklyHours;

/** Shown below the office row when the practice has no providers yet, or when no provider matches the filter. */
export function NoRows({
  all,
  filter,
  onShowAll,
}: {
  all: Rows;
  filter: ListFilter;
  onShowAll: () => void;
}): ReactNode {
  if (all.length === 1) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <EmptyState title={noMatch.title} action={<Button onClick={onShowAll}>{noMatch.clear}</Button>}>
      {noMatch.text(filter.name)}
    </EmptyState>
  );
}
