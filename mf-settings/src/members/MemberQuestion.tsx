import { ConfirmDialog } from 'shared-ui';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import type { MemberProblem } from './use-member-calls';

export interface MemberQuestionProps {
  title: string;
  text: string;
  confirm: string;
  /** Title of the problem when the server refuses. */
  failed: string;
  busy: boolean;
  /** False if the member loses nothing. */
  danger?: boolean;
  onConfirm: () => Promise<MemberProblem | null>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before changing a member. Shows a refusal in the dialog. */
export function MemberQuestion(props: MemberQuestionProps): ReactNode {
  const { title, text, confirm, failed, busy, danger = true, onConfirm, onDone, onClose } = props;
  const [problem, setProblem] = useState<string | null>(null);

  const confirmed = async (): Promise<void> => {
    const refused = await onConfirm();
    setProblem(refused?.message ?? null);
    if (!refused) onDone();
  };

  return (
    <ConfirmDialog
      open
      danger={danger}
      busy={busy}
      title={title}
      confirmLabel={confirm}
      {...(danger && { cancelLabel: messages.members.remove.keep })}
      onConfirm={() => void confirmed()}
      onCancel={onClose}
    >
      <Stack spacing={3}>
        <Typography>{text}</Typography>
        {problem !== null && (
          <Alert severity="error" role="alert">
            <AlertTitle>{failed}</AlertTitle>
            <span>{problem}</span>
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
