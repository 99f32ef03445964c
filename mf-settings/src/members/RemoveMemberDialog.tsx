import type { Member } from 'shared-api/contracts';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { MemberQuestion } from './MemberQuestion';
import { useMemberCalls } from './use-member-calls';

const text = messages.members;

export interface RemoveMemberDialogProps {
  member: Member;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before ending a membership or withdrawing an invitation. */
export function RemoveMemberDialog({ member, onRemoved, onClose }: RemoveMemberDialogProps): ReactNode {
  const { name, user_id: userId, state } = member;
  const { name: practice } = usePractice();
  const { session } = useRemote();
  const { remove, busy } = useMemberCalls();
  const question =
    state === 'invited'
      ? { ...text.invitation.withdraw, title: text.invitation.withdraw.title(name) }
      : {
          title: text.remove.title(name, practice),
          text: userId === session.user.id ? text.remove.ofSelf : text.remove.text(name),
          confirm: text.remove.confirm(name),
          failed: text.remove.failed,
        };
  return (
    <MemberQuestion
      title={question.title}
      text={question.text}
      confirm={question.confirm}
      failed={question.failed(name)}
      busy={busy}
      onConfirm={() => remove(member)}
      onDone={onRemoved}
      onClose={onClose}
    />
  );
}
