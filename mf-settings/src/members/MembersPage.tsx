import { type Member, missingRight } from 'shared-api/contracts';
import { EmptyState, Page, Panel, PlusIcon, useStoredRequest } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useListMembersQuery } from '../api';
import { messages } from '../messages';
import type { MemberActions } from './columns';
import { MemberDialog, type MemberDialogRequest } from './MemberDialog';
import { MembersTable } from './MembersTable';
import { accessRecord, restoredMember } from './stored-member';
import { type InvitationResult, type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members;

/** The members of the practice with roles and rights, for people who may manage members. */
export function MembersPage(): ReactNode {
  const { name, owners } = usePractice();
  const { held } = useRight('members');
  if (held) return <ManageMembers />;
  return (
    <Page title={text.title}>
      <Panel>
        <EmptyState title={text.hidden}>{missingRight('members', name, owners)}</EmptyState>
      </Panel>
    </Page>
  );
}

/** The page's open dialog. After a reload, the one with unsaved input. */
function useMemberDialog() {
  const { id: practiceId } = usePractice();
  const { session } = useRemote();
  const edited = useStoredRequest(accessRecord(practiceId));
  return useState<MemberDialogRequest | null>(() => {
    if (typeof edited === 'string') return { kind: 'edit', userId: edited };
    const restored = restoredMember(session.user.id, practiceId);
    return restored && { kind: 'add', restored };
  });
}

/**
 * Moves the focus to a button once the dialog that removed a row is closed, because the focused button was removed with
 * the row.
 */
function useFocusAfterRemoval(isOpen: boolean): { button: RefObject<HTMLButtonElement | null>; onRemoved: () => void } {
  const button = useRef<HTMLButtonElement>(null);
  const removed = useRef(false);
  useEffect(() => {
    if (isOpen || !removed.current) return;
    removed.current = false;
    button.current?.focus();
  }, [isOpen]);
  return {
    button,
    onRemoved: () => {
      removed.current = true;
    },
  };
}

/** Changes of a member without confirmation, one at a time. Failures show as a toast. */
function useDirectChanges(
  onInvitation: (result: InvitationResult) => void,
): Pick<MemberActions, 'busyWith' | 'onInviteAgain' | 'onReactivate'> {
  const { notify } = useRemote();
  const { inviteAgain, reactivate } = useMemberCalls();
  const [busyWith, setBusyWith] = useState<string>();

  const fail = (title: string, problem: MemberProblem | null): void => {
    if (problem) notify({ severity: 'error', message: `${title}. ${problem.message}` });
  };
  const onInviteAgain = async (member: Member): Promise<void> => {
    if (busyWith !== undefined) return;
    setBusyWith(member.user_id);
    const { problem, show } = await inviteAgain(member);
    setBusyWith(undefined);
    fail(text.invitation.failed(member.name), problem);
    if (show) onInvitation(show);
  };
  const onReactivate = async (member: Member): Promise<void> => {
    if (busyWith !== undefined) return;
    setBusyWith(member.user_id);
    fail(text.reactivate.failed(member.name), await reactivate(member));
    setBusyWith(undefined);
  };
  return {
    busyWith,
    onInviteAgain: (member) => void onInviteAgain(member),
    onReactivate: (member) => void onReactivate(member),
  };
}

function ManageMembers(): ReactNode {
  const { id: practiceId, name } = usePractice();
  const { session } = useRemote();
  const list = useListMembersQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  const [opened, setOpened] = useMemberDialog();
  const { button, onRemoved } = useFocusAfterRemoval(opened !== null);
  const directChanges = useDirectChanges((result) => setOpened({ kind: 'invitation', result }));

  const actions: MemberActions = {
    ...directChanges,
    userId: session.user.id,
    onEdit: ({ user_id: userId }) => setOpened({ kind: 'edit', userId }),
    onNewLink: ({ user_id: userId }) => setOpened({ kind: 'new-link', userId }),
    onRemove: ({ user_id: userId }) => setOpened({ kind: 'remove', userId }),
    onDeactivate: ({ user_id: userId }) => setOpened({ kind: 'deactivate', userId }),
    onUnlink: session.flags.super_admin ? ({ user_id: userId }) => setOpened({ kind: 'unlink', userId }) : undefined,
  };

  return (
    <Page
      title={text.title}
      lead={text.lead(name)}
      actions={
        <Button
          ref={button}
          variant="contained"
          startIcon={<PlusIcon size={14} />}
          disabled={!list.data}
          onClick={() => setOpened({ kind: 'add' })}
        >
          {text.add.button}
        </Button>
      }
    >
      <MembersTable list={list} actions={actions} />
      {opened && (
        <MemberDialog
          request={opened}
          members={list.data ?? []}
          onInvited={(result) => setOpened({ kind: 'invitation', result })}
          onRemoved={onRemoved}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}
