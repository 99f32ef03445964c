import type { Member } from 'shared-api/contracts';
import { type ReactNode, useRef } from 'react';
import { messages } from '../messages';
import { linkAddress, useCopyLink } from './copy-link';
import { MemberQuestion } from './MemberQuestion';
import { type InvitationResult, type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members.invitation.newLink;

export interface NewLinkDialogProps {
  member: Member;
  /** Called with the invitation of the new link, which is shown once. */
  onInvited: (result: InvitationResult) => void;
  onClose: () => void;
}

/** Asks before creating and copying a new invitation link, which ends the former one. */
export function NewLinkDialog({ member, onInvited, onClose }: NewLinkDialogProps): ReactNode {
  const { inviteAgain, busy } = useMemberCalls();
  const copyLink = useCopyLink();
  const made = useRef<InvitationResult>(null);

  const make = async (): Promise<MemberProblem | null> => {
    const { problem, show } = await inviteAgain(member);
    const path = show?.invitation.link_path;
    made.current = show && { ...show, ...(path && { isCopied: await copyLink(linkAddress(path)) }) };
    return problem;
  };
  return (
    <MemberQuestion
      title={text.title(member.name)}
      text={text.text}
      confirm={text.confirm}
      failed={text.failed(member.name)}
      busy={busy}
      danger={false}
      onConfirm={make}
      onDone={() => (made.current ? onInvited(made.current) : onClose())}
      onClose={onClose}
    />
  );
}
