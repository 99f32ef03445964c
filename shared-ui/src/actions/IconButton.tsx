import type { ComponentPropsWithRef, ReactNode } from 'react';
import { IconButton as MuiIconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { color } from '../theme/tokens';
import type { ButtonVariant } from './Button';

const filled = (fill: string, hover: string, text: string): object => ({
  '&, &:hover': { color: text, backgroundColor: fill },
  '&:hover:not([aria-disabled=true])': { backgroundColor: hover },
});

const fills: Partial<Record<ButtonVariant, object>> = {
  primary: filled(color.primaryFill, color.primaryFillHover, color.onPrimaryFill),
  filledDanger: filled(color.dangerFill, color.dangerFillHover, color.onDangerFill),
};

const colors = {
  default: 'secondary',
  quiet: 'default',
  primary: 'primary',
  danger: 'error',
  filledDanger: 'error',
} as const;

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color' | 'children'> {
  /** The accessible name, which is also the tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  /** 24 px, for use inside rows and fields. */
  small?: boolean;
  placement?: 'top' | 'bottom' | 'left' | 'right';
}

/** A button with only an icon. @deprecated Use `IconButton` and `Tooltip` of `shared-ui/mui`. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  small = false,
  placement = 'bottom',
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip title={label} placement={placement}>
      <MuiIconButton {...rest} size={small ? 'small' : 'medium'} color={colors[variant]} sx={fills[variant] ?? {}}>
        {icon}
      </MuiIconButton>
    </Tooltip>
  );
}
