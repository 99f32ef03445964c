import type { Member } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { AddMemberDialog } from './AddMemberDialog';
import { EditAccessDialog } from './EditAccessDialog';
import { EndAccessDialog } from './EndAccessDialog';
import { InvitationDialog } from './InvitationDialog';
import { NewLinkDialog } from './NewLinkDialog';
import { RemoveMemberDialog } from './RemoveMemberDialog';
import type { StoredMember } from './stored-member';
import type { InvitationResult } from './use-member-calls';

export type MemberDialogRequest =
  | { kind: 'add'; restored?: StoredMember }
  | { kind: 'edit' | 'remove' | 'deactivate' | 'unlink' | 'new-link'; userId: string }
  | { kind: 'invitation'; result: InvitationResult };

export interface MemberDialogProps {
  request: MemberDialogRequest;
  members: readonly Member[];
  /** Called with an invitation that must be shown. */
  onInvited: (result: InvitationResult) => void;
  /** Called before `onClose` when the member's row has been removed. */
  onRemoved: () => void;
  onClose: () => void;
}

/** Shows the requested dialog; none for a member who is no longer listed. */
export function MemberDialog({ request, members, onInvited, onRemoved, onClose }: MemberDialogProps): ReactNode {
  if (request.kind === 'add') {
    return <AddMemberDialog restored={request.restored} onInvited={onInvited} onClose={onClose} />;
  }
  if (request.kind === 'invitation') return <InvitationDialog result={request.result} onClose={onClose} />;
  const member = members.find(({ user_id: userId }) => userId === request.userId);
  if (!member) return null;
  switch (request.kind) {
    case 'edit':
      return <EditAccessDialog member={member} onClose={onClose} />;
    case 'new-link':
      return <NewLinkDialog member={member} onInvited={onInvited} onClose={onClose} />;
    case 'deactivate':
    case 'unlink':
      return <EndAccessDialog change={request.kind} member={member} onClose={onClose} />;
    case 'remove':
      return (
        <RemoveMemberDialog
          member={member}
          onRemoved={() => {
            onRemoved();
            onClose();
          }}
          onClose={onClose}
        />
      );
  }
}
