import type { ReactNode } from 'react';
import { PendingRequests } from '../subscriptions/PendingRequests';
import { useFeatureSummary } from '../subscriptions/use-feature-summary';

/** Follows changes and payments without an outcome on pages that don't show subscriptions. */
export function ConfirmingChanges(): ReactNode {
  const { data, confirming, refetch } = useFeatureSummary();
  if (!data) return null;
  // A payment that waits for the bank is confirmed on the Subscriptions page, or in the dialog that runs it.
  return <PendingRequests quiet requests={data.pending_requests} confirming={confirming} onCheck={refetch} />;
}
