import type { Debt, FeatureSummary, Subscription, SubscriptionPrice, UpcomingCharges } from 'shared-api/contracts';
import { EmptyState, lazySection, Panel, phoneQuery, useMedia } from 'shared-ui';
import { Skeleton, Stack, Typography } from 'shared-ui/mui';
import { useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { hasCharges } from '../charges/has-charges';
import type { UpcomingChargesState } from '../charges/use-upcoming-charges';
import { HeadButton } from '../layout/HeadButton';
import { SideBySide } from '../layout/SideBySide';
import { OverdueBanner } from '../overdue/OverdueBanner';
import { WithheldPanel } from '../withheld/WithheldPanel';
import { ActiveBundles, AdditionalFeatures } from './ActiveFeatures';
import { AvailablePlans } from './AvailablePlans';
import type { DialogRequest } from './dialog-request';
import { FoldedSubscription } from './FoldedSubscription';
import { messages } from './messages';
import { PendingRequests } from './PendingRequests';
import { isFoldable, withSchedules, type SubscriptionWithSchedules } from './subscription-rules';
import { SubscriptionCard } from './SubscriptionCard';
import type { FeatureSummaryState } from './use-feature-summary';

const ChargesSection = lazySection(
  async () => {
    const { ChargesSection: section } = await import(/* webpackChunkName: "charges" */ '../charges/ChargesSection');
    return section;
  },
  <Skeleton height={420} />,
);

export interface SubscriptionsContentProps extends Pick<FeatureSummaryState, 'confirming'> {
  summary: FeatureSummary;
  charges: UpcomingChargesState;
  /** True while a dialog is open, which can run a payment itself. */
  dialogOpen: boolean;
  onCheck: () => void;
  onRequest: (request: DialogRequest) => void;
}

/** The loaded page. Anything that needs action comes first; ended subscriptions are collapsed. */
export function SubscriptionsContent(props: SubscriptionsContentProps): ReactNode {
  const { summary, charges, confirming, dialogOpen, onCheck, onRequest } = props;
  const { held: seesAmounts } = useRight('billing.read');
  const owes = charges.data !== undefined && charges.data.debts.length > 0;
  return (
    <Stack spacing={6}>
      {seesAmounts && (owes || summary.subscriptions.some(({ needs_attention: needs }) => needs)) && (
        <OverdueBanner charges={charges.data} />
      )}
      <PendingRequests
        requests={summary.pending_requests}
        confirming={confirming}
        quiet={dialogOpen}
        onCheck={onCheck}
      />
      <CurrentSubscriptions summary={summary} charges={seesAmounts ? charges.data : undefined} onRequest={onRequest} />
      {seesAmounts && hasCharges(charges.data) && <ChargesSection charges={charges} />}
      <AvailablePlans onRequest={onRequest} />
      <WithheldPanel withheld={summary.withheld} />
      <SideBySide>
        <ActiveBundles bundles={summary.bundles} />
        <AdditionalFeatures summary={summary} />
      </SideBySide>
    </Stack>
  );
}

/** True if paying the debt also pays the subscription. */
const isOwedFor = (debt: Debt, { customer_id: customerId, currency }: Subscription): boolean =>
  debt.customer.id === customerId && debt.currency === currency;

interface CurrentSubscriptionsProps extends Pick<SubscriptionsContentProps, 'summary' | 'onRequest'> {
  /** Absent while loading and for people who can't see amounts. */
  charges: UpcomingCharges | undefined;
}

function CurrentSubscriptions({ summary, charges, onRequest }: CurrentSubscriptionsProps): ReactNode {
  const { session } = useRemote();
  const [showEnded, setShowEnded] = useState(false);
  const dashboard = session.flags.super_admin ? summary.dashboard_url : null;
  const text = messages.current;
  const amountsHidden = summary.amounts_hidden === true;
  const isPhone = useMedia(phoneQuery);
  const entries = withSchedules(summary.subscriptions);
  const current = entries.filter(({ subscription }) => !subscription.is_over);
  const ended = entries.filter(({ subscription }) => subscription.is_over);
  const priceOf = ({ subscription }: SubscriptionWithSchedules): SubscriptionPrice | undefined =>
    charges?.prices?.find(({ subscription_id: id }) => id === subscription.id);
  // The page offers a payment only once.
  const isPaidAbove = ({ subscription }: SubscriptionWithSchedules): boolean =>
    charges?.debts.some((debt) => isOwedFor(debt, subscription)) === true;
  const card = (entry: SubscriptionWithSchedules, isBelowLine = false): ReactNode => (
    <SubscriptionCard
      key={entry.subscription.id}
      {...entry}
      price={priceOf(entry)}
      isPaidAbove={isPaidAbove(entry)}
      dashboard={dashboard}
      amountsHidden={amountsHidden}
      isBelowLine={isBelowLine}
      onRequest={onRequest}
    />
  );
  // On a phone, items that need attention are on the first screen. People who can't see amounts can't pay.
  const line = (entry: SubscriptionWithSchedules): ReactNode =>
    isPhone && isFoldable(entry.subscription, amountsHidden || isPaidAbove(entry)) ? (
      <FoldedSubscription key={entry.subscription.id} {...entry} price={priceOf(entry)} amountsHidden={amountsHidden}>
        {card(entry, true)}
      </FoldedSubscription>
    ) : (
      card(entry)
    );
  return (
    <section aria-label={text.title}>
      <Stack spacing={3}>
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <Typography variant="h2">{text.title}</Typography>
          {ended.length > 0 && (
            <HeadButton variant="text" aria-expanded={showEnded} onClick={() => setShowEnded(!showEnded)}>
              {showEnded ? text.hideEnded : text.showEnded(ended.length)}
            </HeadButton>
          )}
        </Stack>
        {current.length === 0 && (
          <Panel>
            <EmptyState title={ended.length === 0 ? text.none : text.onlyEnded}>{text.noneHelp}</EmptyState>
          </Panel>
        )}
        {current.map(line)}
        {showEnded && ended.map((entry) => card(entry))}
      </Stack>
    </section>
  );
}
