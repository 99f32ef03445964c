import type { FeatureSummary } from 'shared-api/contracts';
import { Button, ErrorState, formatMoney, LoadingBlock, Page, Panel, PlusIcon, Skeleton, Stack } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { brandName } from 'shared-ui/cards';
import { dayText } from '../figures';
import type { Deed } from './deeds';
import { words } from './messages';
import { nextCharge } from './subscription-rules';
import { SubscriptionDialogs } from './SubscriptionDialogs';
import { SubscriptionsContent } from './SubscriptionsContent';
import { useSummary } from './use-summary';

const shape = (
  <Stack gap={4}>
    <Skeleton height={220} />
    <Skeleton height={160} />
    <Skeleton height={120} />
  </Stack>
);

function useLead(summary: FeatureSummary | undefined): string {
  const { time_zone } = usePractice();
  const next = summary && nextCharge(summary.subscriptions);
  if (!next) return words.lead;
  const amount = next.amount === null ? null : formatMoney(next.amount, next.currency);
  const card = next.card && words.card(brandName(next.card.brand), next.card.last4);
  return `${words.lead} ${words.nextCharge(amount, dayText(next.date, time_zone), card)}`;
}

/** Subscriptions (specification: billing, 2 to 5). */
export function SubscriptionsPage(): ReactNode {
  const { session } = useRemote();
  const summary = useSummary();
  const [deed, setDeed] = useState<Deed | null>(null);
  const { data, error, busy, refetch } = summary;
  return (
    <Page
      title={words.title}
      lead={useLead(data)}
      actions={
        session.flags.super_admin && (
          <Button variant="primary" icon={<PlusIcon size={14} />} onClick={() => setDeed({ kind: 'new' })}>
            {words.newSubscription}
          </Button>
        )
      }
    >
      {!data && error && (
        <Panel>
          <ErrorState title={words.failed} message={error.message} busy={busy} onRetry={refetch} />
        </Panel>
      )}
      {!data && !error && <LoadingBlock label={words.loading} shape={shape} />}
      {data && (
        <SubscriptionsContent summary={data} confirming={summary.confirming} onLook={refetch} onDeed={setDeed} />
      )}
      <SubscriptionDialogs deed={deed} summary={data} onClose={() => setDeed(null)} />
    </Page>
  );
}
