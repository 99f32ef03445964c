import type { ReactNode } from 'react';
import { Stack, Typography } from 'shared-ui/mui';
import { NativeDialog } from '../chrome/NativeDialog';
import type { SupportReason } from '../session/support-accesses';
import { LazySupportReasonForm } from './LazySupportReasonForm';
import { supportMessages as text } from './messages';
import type { ApiError } from 'shared-api';

export interface SupportReasonDialogProps {
  practice: { id: number; name: string };
  /** True if the person's access has expired. */
  isOver: boolean;
  onOpen: (reason: SupportReason) => Promise<{ error?: ApiError }>;
  onCancel: () => void;
}

/** Asks why the person opens a practice, on top of the open page, which keeps its input. */
export function SupportReasonDialog({ practice, isOver, onOpen, onCancel }: SupportReasonDialogProps): ReactNode {
  return (
    <NativeDialog title={text.title} onEscape={onCancel}>
      <Stack spacing={4}>
        {isOver && <Typography>{text.over}</Typography>}
        <Typography color="textSecondary">{text.lead(practice.name, practice.id)}</Typography>
        <LazySupportReasonForm practice={practice} onOpen={onOpen} onCancel={onCancel} />
      </Stack>
    </NativeDialog>
  );
}
