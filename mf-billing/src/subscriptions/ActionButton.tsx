import type { PermittedAction } from 'shared-api/contracts';
import { Button, type ButtonProps } from 'shared-ui';
import type { ReactNode } from 'react';

export interface ActionButtonProps extends ButtonProps {
  action: PermittedAction;
  /** Absent when refused: where something else has to be done first. */
  hideRefused?: boolean;
}

/** A button for an action that the server allows. A denied action shows its reason; without a reason it's absent. */
export function ActionButton({ action, hideRefused = false, ...rest }: ActionButtonProps): ReactNode {
  const { allowed, reason } = action;
  if (!allowed && (hideRefused || reason === null)) return null;
  return <Button {...rest} why={allowed ? undefined : (reason ?? undefined)} />;
}
