import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Button as MuiButton } from '../mui/Button';

/** `danger` is outlined; `filledDanger` is for the last step of a confirmation. */
export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'filledDanger';

/** Each variant in MUI's terms. */
export const muiVariants = {
  primary: { variant: 'contained', color: 'primary' },
  default: { variant: 'outlined', color: 'secondary' },
  quiet: { variant: 'text', color: 'primary' },
  danger: { variant: 'outlined', color: 'error' },
  filledDanger: { variant: 'contained', color: 'error' },
} as const satisfies Record<ButtonVariant, object>;

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  /** `primary` is filled. A view has at most one. */
  variant?: ButtonVariant;
  /** An operation is running. The label and the focus stay, and clicks do nothing. */
  busy?: boolean;
  /** The icon before the label. */
  icon?: ReactNode;
  /** Why the button can't be used now. It is then disabled, but still focusable, with this reason as its tooltip. */
  why?: string | undefined;
  children: ReactNode;
}

/** A button. @deprecated Use `Button` of `shared-ui/mui`, with MUI's props. */
export function Button(props: ButtonProps): ReactNode {
  const { variant = 'default', busy = false, icon, why, ...rest } = props;
  return (
    <MuiButton
      {...rest}
      {...muiVariants[variant]}
      loading={busy}
      startIcon={icon}
      {...('why' in props && { reason: why })}
    />
  );
}
