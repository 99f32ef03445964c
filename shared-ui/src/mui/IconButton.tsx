import MuiIconButton, { type IconButtonTypeMap } from '@mui/material/IconButton';
import type { ExtendButtonBase } from '@mui/material/ButtonBase';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

function FocusableIconButton(props: ComponentProps<typeof MuiIconButton>): ReactNode {
  const { disabled = false, onClick, ...rest } = props;
  return (
    <MuiIconButton
      {...rest}
      {...(disabled && { 'aria-disabled': true })}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (disabled) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/**
 * MUI's icon button, inside a `Tooltip` that names it. Disabled, it stays in the tab order.
 *
 * @example
 * <IconButton aria-label="Delete Room 2" onClick={() => undefined}>
 *   <TrashIcon />
 * </IconButton>
 */
export const IconButton = FocusableIconButton as ExtendButtonBase<IconButtonTypeMap>;
