import { apiErrorOf, serverMessage } from 'shared-api';
import type { Member } from 'shared-api/contracts';
import { DataTable, EmptyState, Pager, phoneQuery, useMedia } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { type MemberActions, memberColumns } from './columns';
import { filterMembers, PAGE_SIZE, pageOf, useMemberFilter } from './member-filter';
import { MemberTools } from './MemberTools';

const text = messages.members;

/** The result of the members query. */
interface MemberList {
  data?: Member[] | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface MembersTableProps {
  list: MemberList;
  actions: MemberActions;
}

/** The members that match the filter, by page. */
export function MembersTable({ list, actions }: MembersTableProps): ReactNode {
  const { name, time_zone: timeZone } = usePractice();
  const { data, error, isFetching, refetch } = list;
  const [filter, setFilter] = useMemberFilter();
  const isPhone = useMedia(phoneQuery);
  const isNarrow = useMedia('(max-width: 1023.95px)');
  const members = data ?? [];
  const failure = data ? undefined : apiErrorOf(error);
  const matching = filterMembers(members, filter);
  const { rows, page } = pageOf(matching, filter.page);
  return (
    <>
      <MemberTools filter={filter} onFilter={setFilter} shown={matching.length} count={members.length} />
      <DataTable
        caption={text.caption(name)}
        columns={memberColumns(actions, timeZone, { isPhone, isNarrow })}
        rows={rows}
        rowKey={({ user_id: userId }) => userId}
        empty={
          members.length === 0 ? (
            <EmptyState title={text.none}>{text.noneHelp}</EmptyState>
          ) : (
            <EmptyState
              title={text.noMatch}
              action={<Button onClick={() => setFilter({ search: '', state: 'all' })}>{text.showAll}</Button>}
            >
              {text.noMatchHelp}
            </EmptyState>
          )
        }
        loading={isFetching}
        error={failure && (serverMessage(failure) ?? text.failed)}
        onRetry={() => void refetch()}
      />
      {matching.length > PAGE_SIZE && (
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          count={matching.length}
          onPage={(next) => setFilter({ page: next })}
          pageButtons={5}
        />
      )}
    </>
  );
}
