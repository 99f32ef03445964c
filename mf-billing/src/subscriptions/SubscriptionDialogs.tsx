import type { FeatureSummary, Subscription } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { AddFeaturesDialog } from '../add-ons/AddFeaturesDialog';
import { NewSubscriptionDialog } from '../starting/NewSubscriptionDialog';
import { StartFlow } from '../starting/StartFlow';
import { CancelDialog } from './CancelDialog';
import { ChangeCardDialog } from './ChangeCardDialog';
import type { DialogRequest } from './dialog-request';
import { EndUnpaidDialog } from './EndUnpaidDialog';
import { RemoveItemDialog } from './RemoveItemDialog';
import { SwitchPlanDialog } from './SwitchPlanDialog';
import { UndoRemovalDialog } from './UndoRemovalDialog';

export interface SubscriptionDialogsProps {
  request: DialogRequest;
  summary: FeatureSummary | undefined;
  /** The customer of the last start; null before the first one. */
  lastCustomerId: string | null;
  /** Called with the customer of a started subscription. */
  onStart: (customerId: string | null) => void;
  onClose: () => void;
}

/** Shows the requested dialog. */
export function SubscriptionDialogs(props: SubscriptionDialogsProps): ReactNode {
  const { request, summary, lastCustomerId, onStart, onClose } = props;
  const find = (wanted: string) => summary?.subscriptions.find(({ id }) => id === wanted);
  /** The current state, because somebody could have changed it since the dialog was opened. */
  const latest = (requested: Subscription): Subscription => find(requested.id) ?? requested;
  switch (request.kind) {
    case 'add':
      return <AddFeaturesDialog subscription={latest(request.subscription)} onClose={onClose} />;
    case 'cancel':
      return <CancelDialog subscription={latest(request.subscription)} onClose={onClose} />;
    case 'end-unpaid':
      return <EndUnpaidDialog subscription={latest(request.subscription)} onClose={onClose} />;
    case 'card':
      return (
        <ChangeCardDialog
          subscriptionId={request.subscriptionId}
          subscription={find(request.subscriptionId)}
          onClose={onClose}
        />
      );
    case 'switch':
      return (
        <SwitchPlanDialog
          subscriptionId={request.subscriptionId}
          subscription={find(request.subscriptionId)}
          planId={request.planId}
          onClose={onClose}
        />
      );
    case 'remove':
    case 'undo-removal': {
      const subscription = find(request.subscription.id);
      const item = subscription?.items.find(({ id }) => id === request.item.id);
      const ItemDialog = request.kind === 'remove' ? RemoveItemDialog : UndoRemovalDialog;
      return <ItemDialog subscription={subscription} item={item} onClose={onClose} />;
    }
    case 'trial':
    case 'start':
      return (
        <StartFlow
          kind={request.kind}
          plan={request.plan}
          initialCustomerId={lastCustomerId}
          onReady={onStart}
          onClose={onClose}
        />
      );
    case 'new':
      return <NewSubscriptionDialog onClose={onClose} />;
  }
}
