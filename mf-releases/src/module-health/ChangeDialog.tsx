import type { ModuleHealth } from 'shared-api/contracts';
import { ConfirmDialog } from 'shared-ui';
import type { ReactNode } from 'react';
import { moduleHealthMessages as words } from './messages';
import { PercentDialog } from './PercentDialog';
import type { Days } from './place';
import type { Change } from './release-change';
import { useChange } from './use-change';

export interface ChangeDialogProps {
  /** As it was when the person asked for the change, whatever is read meanwhile. */
  module: ModuleHealth;
  change: Change;
  days: Days;
  onClose: () => void;
}

/** Asks before people get another version, and says which people get which. */
export function ChangeDialog({ module, change, days, onClose }: ChangeDialogProps): ReactNode {
  const { busy, make } = useChange(module, days);
  const { title, canary, live_version: live } = module;
  const confirm = (percent?: number): void => void make(change, percent).then((over) => over && onClose());
  const common = { open: true, busy, onCancel: onClose, onConfirm: () => confirm() };

  if (change === 'rollback') {
    const { effect, keep, ...say } = words.rollback;
    return (
      <ConfirmDialog
        {...common}
        danger
        title={say.title(title, live ?? '')}
        confirmLabel={say.confirm(live ?? '')}
        cancelLabel={keep}
      >
        {effect}
      </ConfirmDialog>
    );
  }
  if (!canary) return null;
  const { version, percent } = canary;
  switch (change) {
    case 'percent':
      return <PercentDialog module={module} canary={canary} busy={busy} onClose={onClose} onConfirm={confirm} />;
    case 'promote':
      return (
        <ConfirmDialog
          {...common}
          title={words.promote.title(title, version)}
          confirmLabel={words.promote.confirm(version)}
        >
          {words.promote.effect(version, live, percent)}
        </ConfirmDialog>
      );
    case 'withdraw':
      return (
        <ConfirmDialog
          {...common}
          danger
          title={words.withdraw.title(title, version)}
          confirmLabel={words.withdraw.confirm(version)}
          cancelLabel={words.withdraw.keep}
        >
          {words.withdraw.effect(live, percent)}
        </ConfirmDialog>
      );
  }
}
