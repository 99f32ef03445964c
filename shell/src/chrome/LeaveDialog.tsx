import type { UnsavedChanges } from 'shared-api';
import type { ReactNode } from 'react';
import { Button, Stack, Text } from 'shared-ui';
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
      <Text tone="second">{messages.leave.text(changes.what)}</Text>
      <Stack direction="row" gap={2} justify="flex-end" wrap style={{ marginTop: 20 }}>
        <Button variant="danger" onClick={onLeave}>
          {messages.leave.leave}
        </Button>
        <Button variant="primary" data-first-focus="" onClick={onStay}>
          {messages.leave.stay}
        </Button>
      </Stack>
    </NativeDialog>
  );
}
