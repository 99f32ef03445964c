import type { PracticeUser } from 'shared-api/contracts';
import { type Column, color, DataTable, EmptyState, Panel, styled, VisuallyHidden } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useMemo } from 'react';
import { useListPracticeUsersQuery } from '../api';
import { subscriptionsMessages } from './messages';

const words = subscriptionsMessages.owners;

const OWNER = 'owner';

const Search = styled('button')({
  margin: '-2px -4px',
  padding: '4px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: color.primary,
  font: 'inherit',
  fontWeight: 550,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
});

/** @param onSearch starts a search for a customer */
export function OwnersTable({ onSearch }: { onSearch: (text: string) => void }): ReactNode {
  const { id: practice } = usePractice();
  const { currentData, isError, isFetching, refetch } = useListPracticeUsersQuery({ practice });
  const owners = useMemo(() => currentData?.filter(({ roles }) => roles.includes(OWNER)) ?? [], [currentData]);
  const search = (text: string): ReactNode => (
    <Search type="button" onClick={() => onSearch(text)}>
      <VisuallyHidden>{words.search} </VisuallyHidden>
      {text}
    </Search>
  );
  const columns: readonly Column<PracticeUser>[] = [
    { key: 'name', header: words.name, rowHeader: true, cell: ({ name }) => search(name) },
    { key: 'email', header: words.email, cell: ({ email }) => search(email) },
    { key: 'roles', header: words.roles, cell: ({ roles }) => roles.join(', ') },
  ];
  return (
    <Panel title={words.title} description={words.help}>
      <DataTable
        caption={words.title}
        columns={columns}
        rows={owners}
        rowKey={({ user_id }) => user_id}
        loading={isFetching}
        error={isError && !isFetching ? words.failed : undefined}
        onRetry={() => void refetch()}
        empty={<EmptyState title={words.none} />}
      />
    </Panel>
  );
}
