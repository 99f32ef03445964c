import type { ReactNode } from 'react';
import type { TitledDialogProps } from './DialogFrame';
import { TitledDialog } from './TitledDialog';

/** Each size in MUI's terms. */
const maxWidths = { small: 'xs', medium: 'sm', large: 'md', extraLarge: 'lg' } as const;

export interface DialogProps extends Omit<TitledDialogProps, 'maxWidth' | 'disableEnforceFocus'> {
  /** 440, 600, 920 or 1200 px at most. */
  size?: keyof typeof maxWidths;
  /** A frame of another origin may open above the dialog and take the focus. */
  framesOver?: boolean;
}

/** A modal dialog. @deprecated Use `TitledDialog`, with MUI's `maxWidth` and `disableEnforceFocus`. */
export function Dialog({ size = 'medium', framesOver = false, ...rest }: DialogProps): ReactNode {
  return <TitledDialog {...rest} maxWidth={maxWidths[size]} disableEnforceFocus={framesOver} />;
}
