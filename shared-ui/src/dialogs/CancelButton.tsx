import { type ReactNode, use } from 'react';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { DialogContext } from './dialog-context';

export interface CancelButtonProps {
  disabled?: boolean;
  autoFocus?: boolean;
  /** "Cancel" by default. */
  children?: ReactNode;
}

/**
 * Closes the surrounding dialog, which asks first if input would be lost.
 *
 * @example
 * <TitledDialog open title="Rename room" onClose={() => undefined} actions={<CancelButton />}>
 *   <TextField label="Name" defaultValue="Room 2" />
 * </TitledDialog>
 */
export function CancelButton({ children = commonMessages.cancel, ...props }: CancelButtonProps): ReactNode {
  const dialog = use(DialogContext);
  return (
    <Button {...props} onClick={() => dialog?.close?.()}>
      {children}
    </Button>
  );
}
