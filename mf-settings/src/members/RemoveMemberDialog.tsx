import type { Member } from 'shared-api/contracts';
import { ConfirmDialog } from 'shared-ui';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { useMemberCalls } from './use-member-calls';

export interface RemoveMemberDialogProps {
  member: Member;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before a membership ends. Shows inside the question why a removal was rejected. */
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
      title={messages.members.remove.title(name, practice)}
      confirmLabel={messages.members.remove.confirm(name)}
      cancelLabel={messages.members.remove.keep}
      onConfirm={() => void onConfirm()}
      onCancel={onClose}
    >
      <Stack spacing={3}>
        <Typography>
          {userId === session.user.id ? messages.members.remove.ofSelf : messages.members.remove.text(name)}
        </Typography>
        {problem !== null && (
          <Alert severity="error" role="alert">
            <AlertTitle>{messages.members.remove.failed(name)}</AlertTitle>
            {problem}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
