import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { color, size } from '../theme/tokens';
import { ButtonRoot, type ButtonVariant } from './Button';
import { Tooltip } from './Tooltip';
import { ownProps } from '../theme/styled-props';

const Root = styled(
  ButtonRoot,
  ownProps('look', 'small'),
)<{
  small: boolean;
}>(({ small, look }) => ({
  width: small ? 24 : size.control,
  minHeight: small ? 24 : size.control,
  height: small ? 24 : size.control,
  padding: 0,
  ...(look === 'quiet' && { '&:not([aria-disabled=true])': { color: color.inkSecond } }),
  ...(small && { borderRadius: 6 }),
  '@media (pointer: coarse)': small ? { width: 32, height: 32, minHeight: 32 } : {},
}));

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color' | 'children'> {
  /** What the button does: its name and its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  /** 24 px, for use inside rows and fields. */
  small?: boolean;
  placement?: 'top' | 'bottom' | 'left' | 'right';
}

/** A button with only an icon. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  small = false,
  disabled = false,
  placement = 'bottom',
  onClick,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip title={label} names placement={placement}>
      <Root
        {...rest}
        look={variant}
        small={small}
        aria-label={label}
        aria-disabled={disabled || undefined}
        onClick={(event: MouseEvent<HTMLButtonElement>) => {
          if (disabled) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {icon}
      </Root>
    </Tooltip>
  );
}
