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

/** Closes the dialog around it, which asks first if something would be lost. */
export function CancelButton({ children = commonMessages.cancel, ...props }: CancelButtonProps): ReactNode {
  const dialog = use(DialogContext);
  return (
    <Button {...props} onClick={() => dialog?.close?.()}>
      {children}
    </Button>
  );
}
