import type { Member } from 'shared-api/contracts';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { MemberQuestion } from './MemberQuestion';
import { useMemberCalls } from './use-member-calls';

const text = messages.members.deactivate;

/** Asks before the access of a member ends. */
export function DeactivateMemberDialog({ member, onClose }: { member: Member; onClose: () => void }): ReactNode {
  const { name } = member;
  const { name: practice } = usePractice();
  const { deactivate, busy } = useMemberCalls();
  return (
    <MemberQuestion
      title={text.title(name, practice)}
      text={text.text(name)}
      confirm={text.confirm(name)}
      failed={text.failed(name)}
      busy={busy}
      onConfirm={() => deactivate(member)}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
