import { useStoredRequest } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useState } from 'react';
import { useListTrialPlansQuery } from '../api';
import { newCustomerRecord, startRequestIn } from '../starting/stored-start';
import type { DialogRequest } from './dialog-request';

/**
 * The open dialog of the page. A reload opens the one again in which a new customer was typed, once its plan is loaded.
 *
 * @param mayStart false if the person can't start plans, so that no dialog is opened again
 */
export function useDialogRequest(mayStart: boolean): [DialogRequest | null, (request: DialogRequest | null) => void] {
  const { id: practiceId } = usePractice();
  const { session } = useRemote();
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const stored = useStoredRequest(newCustomerRecord(practiceId));
  const [pending, setPending] = useState(mayStart ? startRequestIn(stored) : null);
  const { data } = useListTrialPlansQuery({ practiceId }, { skip: pending === null });
  if (pending?.kind === 'new') {
    setPending(null);
    if (session.flags.super_admin) setRequest(pending);
  } else if (pending && data) {
    setPending(null);
    const plan = data.plans.find(({ id }) => id === pending.planId);
    if (plan) setRequest({ kind: pending.kind, plan });
  }
  return [request, setRequest];
}
