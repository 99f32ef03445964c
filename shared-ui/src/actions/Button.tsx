import MuiButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { busyLine } from '../theme/busy-line';
import { color, motion, radius, size } from '../theme/tokens';
import { Tooltip } from './Tooltip';
import { ownProps } from '../theme/styled-props';

/** `danger` is outlined; `filledDanger` is for the last step of a confirmation. */
export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'filledDanger';

const variants: Record<ButtonVariant, object> = {
  primary: {
    color: color.onPrimaryFill,
    backgroundColor: color.primaryFill,
    borderColor: color.primaryFill,
    '&:hover:not([aria-disabled=true])': {
      backgroundColor: color.primaryFillHover,
      borderColor: color.primaryFillHover,
    },
  },
  default: {
    color: color.ink,
    backgroundColor: color.surface,
    borderColor: color.control,
    '&:hover:not([aria-disabled=true])': { backgroundColor: color.neutralTint },
  },
  quiet: {
    color: color.primary,
    backgroundColor: 'transparent',
    borderColor: 'transparent',
    '&:hover:not([aria-disabled=true])': { backgroundColor: color.primaryTint },
  },
  danger: {
    color: color.danger,
    backgroundColor: color.surface,
    borderColor: color.control,
    '&:hover:not([aria-disabled=true])': { backgroundColor: color.dangerTint, borderColor: color.danger },
  },
  filledDanger: {
    color: color.onDangerFill,
    backgroundColor: color.dangerFill,
    borderColor: color.dangerFill,
    '&:hover:not([aria-disabled=true])': { backgroundColor: color.dangerFillHover, borderColor: color.dangerFillHover },
  },
};

export const ButtonRoot = styled(
  MuiButtonBase,
  ownProps('look'),
)<{
  look: ButtonVariant;
}>(({ look }) => ({
  position: 'relative',
  overflow: 'hidden',
  minHeight: size.control,
  padding: '5px 12px',
  gap: 6,
  border: '1px solid',
  borderRadius: radius.control,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  transition: `background-color ${motion.quick}ms, border-color ${motion.quick}ms`,
  ...variants[look],
  // Disabled controls stay readable and state why they're disabled.
  '&[aria-disabled=true]:not([aria-busy=true])': {
    color: color.inkThird,
    backgroundColor: look === 'quiet' ? 'transparent' : color.neutralTint,
    borderColor: look === 'quiet' ? 'transparent' : color.line,
    cursor: 'not-allowed',
  },
  '&[aria-busy=true]': { cursor: 'progress' },
  // Nothing is pressed on paper.
  '@media print': { display: 'none' },
}));

const Bar = styled('span')({ ...busyLine, position: 'absolute', left: 0, right: 0, bottom: 0 });

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  /** `primary` is filled: at most one in a view. */
  variant?: ButtonVariant;
  /** Work is under way: the label stays, clicks are ignored, the focus is kept. */
  busy?: boolean;
  /** Before the label. */
  icon?: ReactNode;
  /** Why the button cannot be used now; it is then disabled, but still reached and explained. */
  why?: string | undefined;
  children: ReactNode;
}

/** A button. When disabled it stays in the tab order, so that people find it and read why. */
export function Button(props: ButtonProps): ReactNode {
  const {
    variant = 'default',
    busy = false,
    disabled = false,
    icon,
    why,
    onClick,
    type = 'button',
    children,
    ...rest
  } = props;
  const off = disabled || busy || why !== undefined;
  const button = (
    <ButtonRoot
      {...rest}
      type={type}
      look={variant}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon}
      {children}
      {busy && <Bar />}
    </ButtonRoot>
  );
  // A button that may have a reason keeps its place in the tree when the reason comes or goes, and so the focus.
  return 'why' in props ? <Tooltip title={why ?? ''}>{button}</Tooltip> : button;
}
