import { apiErrorOf, serverMessage } from 'shared-api';
import type { Member } from 'shared-api/contracts';
import { DataTable, EmptyState, Page, Panel, PlusIcon } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useListMembersQuery } from '../api';
import { messages } from '../messages';
import { AddMemberDialog } from './AddMemberDialog';
import { memberColumns } from './columns';
import { EditAccessDialog } from './EditAccessDialog';
import { RemoveMemberDialog } from './RemoveMemberDialog';

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

type Opened = { kind: 'add' } | { kind: 'edit' | 'remove'; userId: string } | null;

function ManageMembers(): ReactNode {
  const { id: practiceId, name } = usePractice();
  const { session } = useRemote();
  const { data, error, isFetching, refetch } = useListMembersQuery(
    { practice: practiceId },
    { refetchOnMountOrArgChange: true },
  );
  const [opened, setOpened] = useState<Opened>(null);
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
  const found =
    opened && opened.kind !== 'add' ? members.find((member) => member.user_id === opened.userId) : undefined;

  const columns = memberColumns({
    userId: session.user.id,
    onEdit: ({ user_id: userId }: Member) => setOpened({ kind: 'edit', userId }),
    onRemove: ({ user_id: userId }: Member) => setOpened({ kind: 'remove', userId }),
  });

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
      <DataTable
        caption={text.caption(name)}
        columns={columns}
        rows={members}
        rowKey={({ user_id: userId }) => userId}
        empty={<EmptyState title={text.none}>{text.noneHelp}</EmptyState>}
        loading={isFetching}
        error={failure && (serverMessage(failure) ?? text.failed)}
        onRetry={() => void refetch()}
      />
      {opened?.kind === 'add' && <AddMemberDialog onClose={() => setOpened(null)} />}
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
