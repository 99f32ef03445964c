import {
  ErrorState,
  FirstContent,
  formatMoney,
  lazyDialog,
  Page,
  PageSkeleton,
  Panel,
  PlusIcon,
  styled,
} from 'shared-ui';
import { Button, Skeleton } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { isPartial } from '../charges/partial-answer';
import { sharedBalanceText } from '../charges/shared-balance';
import { type UpcomingChargesState, useUpcomingCharges } from '../charges/use-upcoming-charges';
import { chargedToText, dayText } from '../figures';
import { useBillingRevision } from '../revision/use-billing-revision';
import { BillingRightsNotice } from '../rights/BillingRightsNotice';
import { messages } from './messages';
import { SubscriptionsContent } from './SubscriptionsContent';
import { useDialogRequest } from './use-dialog-request';
import { useFeatureSummary } from './use-feature-summary';

/** The chunk with all dialogs loads when the first dialog opens. */
const SubscriptionDialogs = lazyDialog(async () => {
  const { SubscriptionDialogs: dialogs } = await import(
    /* webpackChunkName: "subscription-dialogs" */ './SubscriptionDialogs'
  );
  return dialogs;
});

/** Reserves space for the next charge, which takes a second line on a phone. */
const NextChargeSpace = styled('div')({
  display: 'inline-block',
  width: 320,
  maxWidth: '100%',
  height: 12,
  verticalAlign: 'middle',
});

/** The page's lead with the next charge. */
function useLead({ data, pending }: UpcomingChargesState): ReactNode {
  const { time_zone } = usePractice();
  const { held } = useRight('billing.read');
  const next = data?.next_charge;
  if (!held) return messages.leadWithoutAmounts;
  if (pending) {
    return (
      <>
        <span>{messages.lead}</span>{' '}
        <NextChargeSpace aria-hidden>
          <Skeleton height={12} />
        </NextChargeSpace>
      </>
    );
  }
  // The next charge can belong to a customer that hasn't been read yet.
  if (!next || data.progress) return messages.lead;
  const amount = formatMoney(next.amount, next.currency);
  const say = isPartial(data) ? messages.nextKnownCharge : messages.nextCharge;
  const charge = say(amount, dayText(next.date, time_zone), chargedToText(next));
  return [messages.lead, charge, sharedBalanceText(next.shared_balance, next.currency)].join(' ').trimEnd();
}

/** Subscriptions (specification: billing, 2 to 5). */
export function SubscriptionsPage(): ReactNode {
  const { session } = useRemote();
  const { reason } = useRight('billing');
  const { data, error, busy, refetch, confirming } = useFeatureSummary();
  const charges = useUpcomingCharges();
  const [request, setRequest] = useDialogRequest(reason === undefined, data);
  // Stays preselected while the page is open.
  const [lastCustomerId, setLastCustomerId] = useState<string | null>(null);
  useBillingRevision();
  return (
    <Page
      title={messages.title}
      lead={useLead(charges)}
      actions={
        session.flags.super_admin && (
          <Button
            variant="contained"
            startIcon={<PlusIcon size={14} />}
            reason={reason}
            onClick={() => setRequest({ kind: 'new' })}
          >
            {messages.newSubscription}
          </Button>
        )
      }
    >
      <BillingRightsNotice />
      {!data && error && (
        <Panel>
          <ErrorState title={messages.failed} message={error.message} busy={busy} onRetry={refetch} />
        </Panel>
      )}
      <FirstContent
        pending={data ? charges.pending : !error}
        label={messages.loading}
        shape={<PageSkeleton shape="cards" />}
      >
        {data && (
          <SubscriptionsContent
            summary={data}
            charges={charges}
            confirming={confirming}
            dialogOpen={request !== null}
            onCheck={refetch}
            onRequest={setRequest}
          />
        )}
      </FirstContent>
      {request && (
        <SubscriptionDialogs
          {...{ request, lastCustomerId }}
          summary={data}
          onStart={setLastCustomerId}
          onClose={() => setRequest(null)}
        />
      )}
    </Page>
  );
}
