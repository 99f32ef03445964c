import type { PermittedAction } from 'shared-api/contracts';
import { Button, type ButtonProps } from 'shared-ui/mui';
import type { ReactNode } from 'react';

export interface ActionButtonProps extends Omit<ButtonProps, 'action'> {
  action: PermittedAction;
  /** Hides a denied action even if it has a reason, e.g. because a payment is due first. */
  hideDenied?: boolean;
}

/**
 * A button for an action that the server allows. A denied action is disabled with its reason, or absent without one. It
 * is a text button, so that what can be done stands out.
 */
export function ActionButton({ action, hideDenied = false, ...rest }: ActionButtonProps): ReactNode {
  const { allowed, reason } = action;
  if (!allowed && (hideDenied || reason === null)) return null;
  return (
    <Button {...rest} {...(!allowed && { variant: 'text' })} reason={allowed ? undefined : (reason ?? undefined)} />
  );
}
