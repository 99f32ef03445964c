import type { PermittedAction } from 'shared-api/contracts';
import { Button, type ButtonProps } from 'shared-ui';
import type { ReactNode } from 'react';

export interface ActionButtonProps extends ButtonProps {
  action: PermittedAction;
}

/** A button for what the server allows. One that is refused says why; one that is refused without a reason is absent. */
export function ActionButton({ action: { allowed, reason }, ...rest }: ActionButtonProps): ReactNode {
  if (!allowed && reason === null) return null;
  return <Button {...rest} why={allowed ? undefined : (reason ?? undefined)} />;
}
