import type { ApiError } from 'shared-api';
import type { ModuleHealth } from 'shared-api/contracts';
import { useRemote } from 'shared-ui/remote';
import { useState } from 'react';
import { useLazyReadModuleHealthQuery, usePromoteModuleMutation, useRollbackModuleMutation } from '../api';
import { moduleHealthMessages as words } from './messages';
import type { Days } from './place';
import { type Change, stillHolds, subjectOf } from './release-change';

export interface MakingChange {
  busy: boolean;
  /** Makes the change if it still means what was asked, and says in a toast what became of it. True when it is over. */
  make: (change: Change, percent?: number) => Promise<boolean>;
}

/** @param module as it was when the person was asked */
export function useChange(module: ModuleHealth, days: Days): MakingChange {
  const { notify } = useRemote();
  const [busy, setBusy] = useState(false);
  const [read] = useLazyReadModuleHealthQuery();
  const [promote] = usePromoteModuleMutation();
  const [rollback] = useRollbackModuleMutation();
  const { name, title, canary } = module;

  const failed = (error: unknown): false => {
    notify({ severity: 'error', message: `${words.action.failed(title)} ${(error as ApiError).message}` });
    return false;
  };
  const gone = (): true => {
    notify({ severity: 'warning', message: words.action.gone(title) });
    return true;
  };
  const done = (message: string): true => {
    notify({ severity: 'success', message });
    return true;
  };

  async function promoteTo(version: string, percent: number): Promise<boolean> {
    const rule = percent < 100 && canary ? { rule: canary.rule } : {};
    const { error } = await promote({ module: name, body: { version, percent, ...rule } });
    if (error) return failed(error);
    return done(percent < 100 ? words.percent.done(title, version, percent) : words.promote.done(title, version));
  }

  /** The server looks once more, under the module's lock, whether what is taken back is what the person saw. */
  async function goBack(change: 'withdraw' | 'rollback', version: string): Promise<boolean> {
    const role = change === 'withdraw' ? 'canary' : 'live';
    const { data, error } = await rollback({ module: name, body: { version, role } });
    if (error) return (error as ApiError).code === 'not_current' ? gone() : failed(error);
    return done(
      change === 'withdraw'
        ? words.withdraw.done(title, data.from ?? '', data.to)
        : words.rollback.done(title, data.to),
    );
  }

  async function make(change: Change, percent = 100): Promise<boolean> {
    const version = subjectOf(change, module);
    if (version === undefined) return true;
    if (change === 'withdraw' || change === 'rollback') return goBack(change, version);
    const { data, error } = await read({ days });
    if (error) return failed(error);
    const now = data?.modules.find((known) => known.name === name);
    return stillHolds(version, now) ? promoteTo(version, percent) : gone();
  }

  return {
    busy,
    async make(change, percent) {
      setBusy(true);
      try {
        return await make(change, percent);
      } finally {
        setBusy(false);
      }
    },
  };
}
