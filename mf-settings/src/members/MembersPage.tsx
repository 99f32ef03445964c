import { apiErrorOf, serverMessage } from 'shared-api';
import type { Member } from 'shared-api/contracts';
import { DataTable, EmptyState, Page, Pager, Panel, phoneQuery, PlusIcon, useMedia, useStoredRequest } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useListMembersQuery } from '../api';
import { messages } from '../messages';
import { AddMemberDialog } from './AddMemberDialog';
import { memberColumns } from './columns';
import { EditAccessDialog } from './EditAccessDialog';
import { EndAccessDialog } from './EndAccessDialog';
import { InvitationDialog } from './InvitationDialog';
import { filterMembers, PAGE_SIZE, pageOf, useMemberFilter } from './member-filter';
import { MemberTools } from './MemberTools';
import { RemoveMemberDialog } from './RemoveMemberDialog';
import { accessRecord, restoredMember, type StoredMember } from './stored-member';
import { type InvitationResult, type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members;

/** The members of the practice with roles and rights, for people who may manage members. */
export function MembersPage(): ReactNode {
  const { reason } = useRight('members');
  if (reason === undefined) return <ManageMembers />;
  return (
    <Page title={text.title}>
      <Panel>
        <EmptyState title={text.hidden}>{reason}</EmptyState>
      </Panel>
    </Page>
  );
}

type Opened =
  | { kind: 'add'; restored?: StoredMember }
  | { kind: 'edit' | 'remove' | 'deactivate' | 'unlink'; userId: string }
  | { kind: 'invitation'; result: InvitationResult }
  | null;

function ManageMembers(): ReactNode {
  const { id: practiceId, name, time_zone: timeZone } = usePractice();
  const { session, notify } = useRemote();
  const { inviteAgain, reactivate } = useMemberCalls();
  const { data, error, isFetching, refetch } = useListMembersQuery(
    { practice: practiceId },
    { refetchOnMountOrArgChange: true },
  );
  const edited = useStoredRequest(accessRecord(practiceId));
  const [opened, setOpened] = useState<Opened>(() => {
    if (typeof edited === 'string') return { kind: 'edit', userId: edited };
    const restored = restoredMember(session.user.id, practiceId);
    return restored && { kind: 'add', restored };
  });
  const [filter, setFilter] = useMemberFilter();
  const isPhone = useMedia(phoneQuery);
  const [busyWith, setBusyWith] = useState<string>();
  const addButton = useRef<HTMLButtonElement>(null);
  const removed = useRef(false);
  useEffect(() => {
    if (opened !== null || !removed.current) return;
    removed.current = false;
    // The focused button was removed with its row.
    addButton.current?.focus();
  }, [opened]);
  const members = data ?? [];
  const failure = data ? undefined : apiErrorOf(error);
  const found = opened && 'userId' in opened ? members.find((member) => member.user_id === opened.userId) : undefined;

  const fail = (title: string, problem: MemberProblem | null): void => {
    if (problem) notify({ severity: 'error', message: `${title}. ${problem.message}` });
  };
  const onInviteAgain = async (member: Member): Promise<void> => {
    if (busyWith !== undefined) return;
    setBusyWith(member.user_id);
    const { problem, show } = await inviteAgain(member);
    setBusyWith(undefined);
    fail(text.invitation.failed(member.name), problem);
    if (show) setOpened({ kind: 'invitation', result: show });
  };
  const onReactivate = async (member: Member): Promise<void> => {
    if (busyWith !== undefined) return;
    setBusyWith(member.user_id);
    fail(text.reactivate.failed(member.name), await reactivate(member));
    setBusyWith(undefined);
  };

  const matching = filterMembers(members, filter);
  const { rows, page } = pageOf(matching, filter.page);
  const columns = memberColumns(
    {
      userId: session.user.id,
      busyWith,
      onEdit: ({ user_id: userId }) => setOpened({ kind: 'edit', userId }),
      onRemove: ({ user_id: userId }) => setOpened({ kind: 'remove', userId }),
      onDeactivate: ({ user_id: userId }) => setOpened({ kind: 'deactivate', userId }),
      onUnlink: session.flags.super_admin ? ({ user_id: userId }) => setOpened({ kind: 'unlink', userId }) : undefined,
      onInviteAgain: (member) => void onInviteAgain(member),
      onReactivate: (member) => void onReactivate(member),
    },
    timeZone,
    isPhone,
  );

  return (
    <Page
      title={text.title}
      lead={text.lead(name)}
      actions={
        <Button
          ref={addButton}
          variant="contained"
          startIcon={<PlusIcon size={14} />}
          disabled={!data}
          onClick={() => setOpened({ kind: 'add' })}
        >
          {text.add.button}
        </Button>
      }
    >
      <MemberTools filter={filter} onFilter={setFilter} shown={matching.length} count={members.length} />
      <DataTable
        caption={text.caption(name)}
        columns={columns}
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
      {opened?.kind === 'add' && (
        <AddMemberDialog
          restored={opened.restored}
          onInvited={(result) => setOpened({ kind: 'invitation', result })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'invitation' && <InvitationDialog result={opened.result} onClose={() => setOpened(null)} />}
      {(opened?.kind === 'deactivate' || opened?.kind === 'unlink') && found && (
        <EndAccessDialog change={opened.kind} member={found} onClose={() => setOpened(null)} />
      )}
      {opened?.kind === 'edit' && found && <EditAccessDialog member={found} onClose={() => setOpened(null)} />}
      {opened?.kind === 'remove' && found && (
        <RemoveMemberDialog
          member={found}
          onRemoved={() => {
            removed.current = true;
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}
