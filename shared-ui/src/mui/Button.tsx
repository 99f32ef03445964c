import MuiButton, { type ButtonTypeMap } from '@mui/material/Button';
import type { ExtendButtonBase } from '@mui/material/ButtonBase';
import type { ComponentProps, ElementType, MouseEvent, ReactNode } from 'react';
import { Tooltip } from './Tooltip';

export interface ButtonOwnProps {
  /** Why the button can't be used now. It is then disabled, with this reason as its tooltip. */
  reason?: string | undefined;
}

export type ButtonProps = ComponentProps<typeof MuiButton> & ButtonOwnProps & { component?: ElementType };

function ButtonWithReason(props: ButtonProps): ReactNode {
  const { disabled = false, loading = false, reason, onClick, children, ...rest } = props;
  const inactive = disabled || loading === true || reason !== undefined;
  const button = (
    <MuiButton
      {...rest}
      {...(inactive && { 'aria-disabled': true })}
      {...(loading === true && { 'aria-busy': true })}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (inactive) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {/* Wraps the text next to icons, so that page translation doesn't keep the previous text when React changes it. */}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </MuiButton>
  );
  // If the prop `reason` is present, even as undefined, the tooltip always wraps the button. A changed reason then
  // doesn't remount the button, which keeps focus.
  return 'reason' in props ? (
    <Tooltip describeChild title={reason ?? ''}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}

/**
 * MUI's button. Disabled or loading, it stays in the tab order and keeps its label and focus, so that people can find
 * it and read the reason. Clicks then do nothing.
 *
 * @example
 * <Button variant="contained" reason="Ask an owner for the settings right.">
 *   Add a room
 * </Button>
 */
export const Button = ButtonWithReason as ExtendButtonBase<ButtonTypeMap<ButtonOwnProps>>;
