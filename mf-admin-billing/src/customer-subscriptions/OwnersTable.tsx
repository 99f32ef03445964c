import { remedyMessage } from 'shared-api';
import { type PracticeUser, roleLabel } from 'shared-api/contracts';
import { type Column, color, DataTable, EmptyState, Panel, styled, touchTarget, VisuallyHidden } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useMemo } from 'react';
import { useListPracticeUsersQuery } from '../api';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.owners;

const OWNER = 'owner';

const Search = styled('button')({
  ...touchTarget,
  margin: '-2px -4px',
  padding: '4px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: color.primary,
  font: 'inherit',
  fontWeight: 550,
  textAlign: 'left',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
});

/** @param onSearch starts a search for a customer */
export function OwnersTable({ onSearch }: { onSearch: (text: string) => void }): ReactNode {
  const { id: practiceId } = usePractice();
  const { currentData, error, isFetching, refetch } = useListPracticeUsersQuery({ practice: practiceId });
  const owners = useMemo(() => currentData?.filter(({ roles }) => roles.includes(OWNER)) ?? [], [currentData]);
  const search = (text: string): ReactNode => (
    <Search type="button" onClick={() => onSearch(text)}>
      <VisuallyHidden>{messages.search} </VisuallyHidden>
      <span>{text}</span>
    </Search>
  );
  const columns: readonly Column<PracticeUser>[] = [
    { key: 'name', header: messages.name, rowHeader: true, cell: ({ name }) => search(name) },
    { key: 'email', header: messages.email, cell: ({ email }) => search(email) },
    { key: 'roles', header: messages.roles, cell: ({ roles }) => roles.map(roleLabel).join(', ') },
  ];
  return (
    <Panel title={messages.title} description={messages.help}>
      <DataTable
        caption={messages.title}
        columns={columns}
        rows={owners}
        rowKey={({ user_id }) => user_id}
        loading={isFetching}
        error={error && !isFetching ? (remedyMessage(error) ?? messages.failed) : undefined}
        onRetry={() => void refetch()}
        empty={<EmptyState title={messages.none} />}
      />
    </Panel>
  );
}
