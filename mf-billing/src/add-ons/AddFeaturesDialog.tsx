import { addOnGroups, type AddOnOffer, selectionProblems, type Subscription } from 'shared-api/contracts';
import { ErrorState, formatMoney, LoadingBlock } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import type { Change } from '../changes/change';
import { ChangeDialog } from '../changes/ChangeDialog';
import { isNames, useStoredChoice } from '../changes/stored-choice';
import { AddOnChoice } from './AddOnChoice';
import { messages } from './messages';
import { UnavailableAddOns } from './UnavailableAddOns';
import { unavailableOffers, type Offers, useOffers } from './use-offers';
import { chosenFeatures, useSelection } from './use-selection';

export interface AddFeaturesDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Optional features for an active subscription, by group, with their cost. A reload keeps the selection. */
export function AddFeaturesDialog({ subscription, onClose }: AddFeaturesDialogProps): ReactNode {
  const offers = useOffers({ subscription_id: subscription.id });
  const { data, context, error, busy, refetch } = offers;
  const { form, setForm, isChanged } = useStoredChoice<readonly string[]>(
    { kind: 'add', subscriptionId: subscription.id },
    [],
    isNames,
  );
  const selection = useSelection(context, form, setForm);
  const { chosen } = selection;
  const why = chosen.length === 0 ? messages.nothingChosen : selectionProblems(chosen, context)[0]?.message;
  const change: Change | null =
    why === undefined
      ? { kind: 'add', subscriptionId: subscription.id, features: chosenFeatures(chosen, data?.offers ?? []) }
      : null;
  return (
    <ChangeDialog
      title={messages.title(subscription.plan_name)}
      maxWidth="sm"
      change={change}
      // A selected feature that is no longer offered doesn't count as an unsaved change.
      isChanged={isChanged && (!data || chosen.length > 0)}
      customerId={subscription.customer_id}
      why={why}
      label={(cost) =>
        chosen.length === 0
          ? messages.addNothing
          : messages.add(chosen.length, cost ? formatMoney(cost.due_today, cost.currency) : null)
      }
      onClose={onClose}
    >
      {data ? (
        <>
          <AddOnChoice offers={offers} selection={selection} />
          <Unavailable offers={data.offers} context={context} />
        </>
      ) : error ? (
        <ErrorState title={messages.failed} message={error.message} busy={busy} onRetry={refetch} />
      ) : (
        <LoadingBlock label={messages.loading} lines={6} />
      )}
    </ChangeDialog>
  );
}

interface UnavailableProps extends Pick<Offers, 'context'> {
  offers: readonly AddOnOffer[];
}

/** Features that can't be added. If that is all of them, the reasons are expanded. */
function Unavailable({ offers, context }: UnavailableProps): ReactNode {
  const { session } = useRemote();
  const others = unavailableOffers(offers);
  if (addOnGroups([], context).length > 0) return <UnavailableAddOns offers={others} />;
  return (
    <>
      <Typography>{messages.none}</Typography>
      <UnavailableAddOns isOpen offers={others} {...(session.flags.super_admin && { heading: messages.debug.title })} />
    </>
  );
}
