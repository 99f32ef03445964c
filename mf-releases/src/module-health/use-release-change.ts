import { apiErrorOf } from 'shared-api';
import type { ModuleHealth } from 'shared-api/contracts';
import { useRemote } from 'shared-ui/remote';
import { useState } from 'react';
import { useLazyReadModuleHealthQuery, usePromoteModuleMutation, useRollbackModuleMutation } from '../api';
import { moduleHealthMessages as messages } from './messages';
import type { Days } from './view-params';
import { type Change, isStillCurrent, targetVersion } from './release-change';

export interface ReleaseChange {
  busy: boolean;
  /** Applies the change if it is still current, and reports the outcome in a toast. Resolves to false on failure. */
  apply: (change: Change, percent?: number) => Promise<boolean>;
}

/** @param module the module as it was when the dialog opened */
export function useReleaseChange(module: ModuleHealth, days: Days): ReleaseChange {
  const { notify } = useRemote();
  const [busy, setBusy] = useState(false);
  const [read] = useLazyReadModuleHealthQuery();
  const [promote] = usePromoteModuleMutation();
  const [rollback] = useRollbackModuleMutation();
  const { name, title, canary } = module;

  const reportFailure = (error: unknown): false => {
    notify({ severity: 'error', message: `${messages.action.failed(title)} ${apiErrorOf(error).message}` });
    return false;
  };
  const reportOutdated = (): true => {
    notify({ severity: 'warning', message: messages.action.gone(title) });
    return true;
  };
  const reportSuccess = (message: string): true => {
    notify({ severity: 'success', message });
    return true;
  };

  async function promoteTo(version: string, percent: number): Promise<boolean> {
    const rule = percent < 100 && canary ? { rule: canary.rule } : {};
    const { data, error } = await promote({ module: name, body: { version, percent, ...rule } });
    if (error) return reportFailure(error);
    if (data.status === 'waiting') {
      notify({ severity: 'info', message: messages.action.waiting(title, version) });
      return true;
    }
    return reportSuccess(
      percent < 100 ? messages.percent.done(title, version, percent) : messages.promote.done(title, version),
    );
  }

  /** While holding the module's lock, the server checks again that the version is the one that the person saw. */
  async function rollBack(change: 'withdraw' | 'rollback', version: string): Promise<boolean> {
    const role = change === 'withdraw' ? 'canary' : 'live';
    const to = change === 'withdraw' ? {} : { to: module.rollback_to ?? undefined };
    const { data, error } = await rollback({ module: name, body: { version, role, ...to } });
    if (error) return apiErrorOf(error).code === 'not_current' ? reportOutdated() : reportFailure(error);
    return reportSuccess(
      change === 'withdraw'
        ? messages.withdraw.done(title, data.from ?? '', data.to)
        : messages.rollback.done(title, data.to),
    );
  }

  async function make(change: Change, percent = 100): Promise<boolean> {
    const version = targetVersion(change, module);
    if (version === undefined) return true;
    if (change === 'withdraw' || change === 'rollback') return rollBack(change, version);
    const { data, error } = await read({ days });
    if (error) return reportFailure(error);
    const now = data?.modules.find((known) => known.name === name);
    return isStillCurrent(version, now) ? promoteTo(version, percent) : reportOutdated();
  }

  return {
    busy,
    async apply(change, percent) {
      setBusy(true);
      try {
        return await make(change, percent);
      } finally {
        setBusy(false);
      }
    },
  };
}
