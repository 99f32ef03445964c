import type { Customer, FeatureSummary } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { AddFeaturesDialog } from '../add-ons/AddFeaturesDialog';
import { NewSubscriptionDialog } from '../starting/NewSubscriptionDialog';
import { StartFlow } from '../starting/StartFlow';
import { CancelDialog } from './CancelDialog';
import type { Deed } from './deeds';
import { RemoveItemDialog } from './RemoveItemDialog';

export interface SubscriptionDialogsProps {
  /** What the person asked for; null where nothing is open. */
  deed: Deed | null;
  summary: FeatureSummary | undefined;
  onClose: () => void;
}

/** The dialog of what the person asked for. A customer that was chosen once stays chosen on this page. */
export function SubscriptionDialogs({ deed, summary, onClose }: SubscriptionDialogsProps): ReactNode {
  const [customer, setCustomer] = useState<Customer | null>(null);
  if (!deed) return null;
  switch (deed.kind) {
    case 'add':
      return summary ? (
        <AddFeaturesDialog subscription={deed.subscription} summary={summary} onClose={onClose} />
      ) : null;
    case 'cancel':
      return <CancelDialog of={deed.subscription} onClose={onClose} />;
    case 'remove': {
      const subscription = summary?.subscriptions.find(({ id }) => id === deed.subscription.id);
      const item = subscription?.items.find(({ id }) => id === deed.item.id);
      return <RemoveItemDialog subscription={subscription} item={item} onClose={onClose} />;
    }
    case 'trial':
    case 'start':
      return (
        <StartFlow kind={deed.kind} plan={deed.plan} customer={customer} onCustomer={setCustomer} onClose={onClose} />
      );
    case 'new':
      return <NewSubscriptionDialog onClose={onClose} />;
  }
}
