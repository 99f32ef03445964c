import type { Member } from 'shared-api/contracts';
import { ConfirmDialog, Notice, Stack, Text } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { useMemberCalls } from './use-member-calls';

const words = messages.members.remove;

export interface RemoveMemberDialogProps {
  member: Member;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before a membership ends. A refusal, as of the last owner, is said in the question. */
export function RemoveMemberDialog({ member, onRemoved, onClose }: RemoveMemberDialogProps): ReactNode {
  const { name, user_id: userId } = member;
  const { name: practice } = usePractice();
  const { session } = useRemote();
  const { remove, busy } = useMemberCalls();
  const [problem, setProblem] = useState<string | null>(null);

  const onConfirm = async (): Promise<void> => {
    const refused = await remove(member);
    setProblem(refused?.message ?? null);
    if (!refused) onRemoved();
  };

  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={words.title(name, practice)}
      confirmLabel={words.confirm(name)}
      cancelLabel={words.keep}
      onConfirm={() => void onConfirm()}
      onCancel={onClose}
    >
      <Stack gap={3}>
        <Text>{userId === session.user.id ? words.ofSelf : words.text(name)}</Text>
        {problem !== null && (
          <Notice tone="danger" live="assertive" title={words.failed(name)}>
            {problem}
          </Notice>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
