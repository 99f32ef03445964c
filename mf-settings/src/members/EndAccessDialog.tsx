import type { Member } from 'shared-api/contracts';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { MemberQuestion } from './MemberQuestion';
import { useMemberCalls } from './use-member-calls';

export interface EndAccessDialogProps {
  /** `deactivate` ends the access to the practice, `unlink` the link with the identity provider. */
  change: 'deactivate' | 'unlink';
  member: Member;
  onClose: () => void;
}

/** Asks before a member is deactivated or unlinked. */
export function EndAccessDialog({ change, member, onClose }: EndAccessDialogProps): ReactNode {
  const { name } = member;
  const { name: practice } = usePractice();
  const { busy, ...calls } = useMemberCalls();
  const text = messages.members[change];
  return (
    <MemberQuestion
      title={text.title(name, practice)}
      text={text.text(name)}
      confirm={text.confirm(name)}
      failed={text.failed(name)}
      busy={busy}
      onConfirm={() => calls[change](member)}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
