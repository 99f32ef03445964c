import type { UnsavedChanges } from 'shared-api';
import type { ReactNode } from 'react';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { NativeDialog } from './NativeDialog';

export interface LeaveDialogProps {
  changes: UnsavedChanges;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved changes are lost. Stay is the default, also on Escape. */
export function LeaveDialog({ changes, onStay, onLeave }: LeaveDialogProps): ReactNode {
  return (
    <NativeDialog title={messages.leave.title} onEscape={onStay}>
      <Typography color="textSecondary">{messages.leave.text(changes.what)}</Typography>
      <Stack
        direction="row"
        spacing={2}
        style={{ marginTop: 20 }}
        sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}
      >
        <Button color="error" onClick={onLeave}>
          {messages.leave.leave}
        </Button>
        <Button variant="contained" data-first-focus="" onClick={onStay}>
          {messages.leave.stay}
        </Button>
      </Stack>
    </NativeDialog>
  );
}
