import type { FeatureSummary } from 'shared-api/contracts';
import { Button, EmptyState, Notice, Panel, RefreshIcon, Stack, Text } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { ActiveBundles, AdditionalFeatures } from './ActiveFeatures';
import { AvailablePlans } from './AvailablePlans';
import type { Deed } from './deeds';
import { words } from './messages';
import { families, hasPaymentIssue } from './subscription-rules';
import { SubscriptionCard } from './SubscriptionCard';
import type { Summary } from './use-summary';

export interface SubscriptionsContentProps extends Pick<Summary, 'confirming'> {
  summary: FeatureSummary;
  onLook: () => void;
  onDeed: (deed: Deed) => void;
}

/** The page once it is known what the practice has. */
export function SubscriptionsContent({ summary, confirming, onLook, onDeed }: SubscriptionsContentProps): ReactNode {
  const { navigate, basePath, session } = useRemote();
  const dashboard = session.flags.super_admin ? summary.dashboard_url : null;
  const list = families(summary.subscriptions);
  return (
    <Stack gap={6}>
      {hasPaymentIssue(summary.subscriptions) && (
        <Notice
          tone="attention"
          action={
            <Button onClick={() => navigate(`${basePath}/subscriptions/payment-methods`)}>{words.updateCard}</Button>
          }
        >
          {words.issue}
        </Notice>
      )}
      {confirming === 'polling' && (
        <Notice tone="information" live="polite">
          {words.confirming}
        </Notice>
      )}
      {confirming === 'late' && (
        <Notice
          tone="information"
          live="polite"
          action={
            <Button icon={<RefreshIcon size={14} />} onClick={onLook}>
              {words.look}
            </Button>
          }
        >
          {words.stillConfirming}
        </Notice>
      )}
      <section aria-label={words.current.title}>
        <Stack gap={3}>
          <Text variant="sectionHeading">{words.current.title}</Text>
          {list.length === 0 ? (
            <Panel>
              <EmptyState title={words.current.none}>{words.current.noneHelp}</EmptyState>
            </Panel>
          ) : (
            list.map((family) => (
              <SubscriptionCard key={family.subscription.id} {...family} dashboard={dashboard} onDeed={onDeed} />
            ))
          )}
        </Stack>
      </section>
      <AvailablePlans summary={summary} onDeed={onDeed} />
      <ActiveBundles bundles={summary.bundles} />
      <AdditionalFeatures summary={summary} />
    </Stack>
  );
}
