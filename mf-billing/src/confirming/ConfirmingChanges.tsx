import type { ReactNode } from 'react';
import { PendingRequests } from '../subscriptions/PendingRequests';
import { useFeatureSummary } from '../subscriptions/use-feature-summary';

/** Polls unsettled changes and payments on pages that don't show subscriptions. */
export function ConfirmingChanges(): ReactNode {
  const { data, confirming, refetch } = useFeatureSummary();
  if (!data) return null;
  // A payment that needs bank authentication is confirmed on the Subscriptions page or in the dialog that started it.
  return <PendingRequests quiet requests={data.pending_requests} confirming={confirming} onCheck={refetch} />;
}
