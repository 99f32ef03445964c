import type { ReactNode } from 'react';
import { TitledDialog } from 'shared-ui';
import { messages } from './messages';
import { RecoveryCodeList, type RecoveryCodeListProps } from './RecoveryCodeList';

/** New recovery codes in a dialog. They are shown only once, so a click outside doesn't close it. */
export function RecoveryCodesDialog(props: RecoveryCodeListProps): ReactNode {
  return (
    <TitledDialog open title={messages.recovery.listTitle}>
      <RecoveryCodeList {...props} />
    </TitledDialog>
  );
}
