import type { FeatureSummary, TrialPlan } from 'shared-api/contracts';
import { useStoredRequest } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useState } from 'react';
import { useListTrialPlansQuery } from '../api';
import { choiceRecord, choiceRequestIn, type ChoiceRequest, newCustomerRecord } from '../changes/stored-choice';
import type { DialogRequest } from './dialog-request';

/** Dialogs for super admins only. */
const isRestricted = ({ kind }: ChoiceRequest): boolean => kind === 'new' || kind === 'cancel' || kind === 'end-unpaid';

/** The requested dialog. Undefined until its subscription or plan has loaded; null if that no longer exists. */
function dialogOf(
  request: ChoiceRequest,
  summary: FeatureSummary | undefined,
  plans: readonly TrialPlan[] | undefined,
): DialogRequest | null | undefined {
  if (request.kind === 'new') return request;
  if ('planId' in request) {
    const plan = plans?.find(({ id }) => id === request.planId);
    return plan ? { kind: request.kind, plan } : plans && null;
  }
  const { kind, subscriptionId } = request;
  const subscription = summary?.subscriptions.find(({ id }) => id === subscriptionId);
  if (!subscription) return summary && null;
  return kind === 'card' || kind === 'switch' ? { kind, subscriptionId } : { kind, subscription };
}

/**
 * The page's open dialog. After a reload, a dialog with input reopens once its subscription or plan has loaded.
 *
 * @param mayChange false if the person can't change subscriptions, so that no dialog reopens
 */
export function useDialogRequest(
  mayChange: boolean,
  summary: FeatureSummary | undefined,
): [DialogRequest | null, (request: DialogRequest | null) => void] {
  const { id: practiceId } = usePractice();
  const { session } = useRemote();
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const chosen = useStoredRequest(choiceRecord(practiceId));
  const typed = useStoredRequest(newCustomerRecord(practiceId));
  const [pending, setPending] = useState(() => {
    const stored = choiceRequestIn(chosen ?? typed);
    return stored && mayChange && (session.flags.super_admin || !isRestricted(stored)) ? stored : null;
  });
  const { data } = useListTrialPlansQuery({ practiceId }, { skip: !pending || !('planId' in pending) });
  const dialog = pending && dialogOf(pending, summary, data?.plans);
  if (pending && dialog !== undefined) {
    setPending(null);
    setRequest(dialog);
  }
  return [request, setRequest];
}
