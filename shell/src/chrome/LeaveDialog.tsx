import type { UnsavedChanges } from 'shared-api';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { NativeQuestion } from './NativeDialog';

const text = messages.leave;

export interface LeaveDialogProps {
  changes: UnsavedChanges;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved changes are lost. Stay is the default, also on Escape. */
export function LeaveDialog({ changes, onStay, onLeave }: LeaveDialogProps): ReactNode {
  return (
    <NativeQuestion
      title={text.title}
      text={text.text(changes.what)}
      confirm={text.leave}
      keep={text.stay}
      onConfirm={onLeave}
      onKeep={onStay}
    />
  );
}
