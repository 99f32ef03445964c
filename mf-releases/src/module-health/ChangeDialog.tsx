import type { ModuleHealth } from 'shared-api/contracts';
import { ConfirmDialog } from 'shared-ui';
import type { ReactNode } from 'react';
import { moduleHealthMessages as messages } from './messages';
import { PercentDialog } from './PercentDialog';
import type { Days } from './view-params';
import type { Change } from './release-change';
import { useReleaseChange } from './use-release-change';

export interface ChangeDialogProps {
  /** The module as it was when the dialog opened. Later refetches don't change it. */
  module: ModuleHealth;
  change: Change;
  days: Days;
  onClose: () => void;
}

/** Asks for confirmation before people get another version, and says who gets which version. */
export function ChangeDialog({ module, change, days, onClose }: ChangeDialogProps): ReactNode {
  const { busy, apply: make } = useReleaseChange(module, days);
  const { title, canary, live_version: live } = module;
  const confirm = (percent?: number): void => void make(change, percent).then((over) => over && onClose());
  const common = { open: true, busy, onCancel: onClose, onConfirm: () => confirm() };

  if (change === 'rollback') {
    const { effect, keep, ...say } = messages.rollback;
    return (
      <ConfirmDialog
        {...common}
        danger
        title={say.title(title, live ?? '')}
        confirmLabel={say.confirm(live ?? '')}
        cancelLabel={keep}
      >
        {effect(module.rollback_to ?? undefined)}
      </ConfirmDialog>
    );
  }
  if (!canary) return null;
  const { version } = canary;
  switch (change) {
    case 'percent':
      return <PercentDialog module={module} canary={canary} busy={busy} onClose={onClose} onConfirm={confirm} />;
    case 'promote':
      return (
        <ConfirmDialog
          {...common}
          title={messages.promote.title(title, version)}
          confirmLabel={messages.promote.confirm(version)}
        >
          {messages.promote.effect(version, live, canary)}
        </ConfirmDialog>
      );
    case 'withdraw':
      return (
        <ConfirmDialog
          {...common}
          danger
          title={messages.withdraw.title(title, version)}
          confirmLabel={messages.withdraw.confirm(version)}
          cancelLabel={messages.withdraw.keep}
        >
          {messages.withdraw.effect(live, canary)}
        </ConfirmDialog>
      );
  }
}
