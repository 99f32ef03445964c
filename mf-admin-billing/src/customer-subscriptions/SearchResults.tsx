import type { AdminCustomer } from 'shared-api/contracts';
import { color, EmptyState, ErrorState, LoadingBlock, radius, RetryNotice, styled, VisuallyHidden } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import type { AttachContext } from './attach-state';
import { DashboardId } from './DashboardId';
import { customerName, subscriptionsByUrgency, type SubscriptionWithSchedules } from './groups';
import { subscriptionsMessages } from './messages';
import { ResultSubscription } from './ResultSubscription';
import type { CustomerSearch } from './use-customer-search';

const messages = subscriptionsMessages.attach;

const Customer = styled('section')({
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  overflow: 'hidden',
});

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '2px 10px',
  padding: '10px 14px',
  backgroundColor: color.subtle,
});

const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

export interface SearchResultsProps {
  found: CustomerSearch;
  facts: AttachContext;
  busy: boolean;
  onAttach: (customer: AdminCustomer, entry: SubscriptionWithSchedules) => void;
}

/** The search results, or the reason why there are none. */
export function SearchResults({ found, facts, busy, onAttach }: SearchResultsProps): ReactNode {
  const { term, customers, dashboard, hasMore, searching, problem, retry } = found;
  const said = searching ? messages.searching : customers ? messages.found(customers.length) : '';
  return (
    <Stack spacing={3} role="group" aria-label={messages.results} aria-busy={searching || undefined}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {term === '' && !searching && <EmptyState title={messages.begin}>{messages.beginWords}</EmptyState>}
      {problem !== undefined && <ErrorState message={problem} onRetry={retry} />}
      {searching && !customers && <LoadingBlock label={messages.searching} lines={5} framed />}
      {customers?.length === 0 && !searching && (
        <EmptyState title={messages.none(term)}>{messages.noneWords}</EmptyState>
      )}
      {problem === undefined &&
        customers?.map((customer) => (
          <Customer key={customer.id} aria-label={customerName(customer)}>
            <Head>
              <Typography component="h3" variant="subtitle1">
                {customerName(customer)}
              </Typography>
              {customer.email !== null && customer.email !== customerName(customer) && (
                <Typography component="span" variant="body2" color="textSecondary">
                  {customer.email}
                </Typography>
              )}
              <DashboardId id={customer.id} of="customer" dashboard={dashboard} />
            </Head>
            {customer.error !== null && (
              <div style={{ padding: '10px 14px 0' }}>
                <RetryNotice title={messages.customerFailed} busy={searching} onRetry={retry}>
                  {customer.error}
                </RetryNotice>
              </div>
            )}
            {customer.subscriptions.length === 0 ? (
              <Typography color="textSecondary" style={{ padding: '12px 14px' }}>
                {messages.noSubscriptions}
              </Typography>
            ) : (
              <List>
                {subscriptionsByUrgency(customer.subscriptions).map((entry) => (
                  <ResultSubscription
                    key={entry.subscription.id}
                    {...{ customer, entry, facts, dashboard, busy }}
                    onAttach={() => onAttach(customer, entry)}
                  />
                ))}
              </List>
            )}
          </Customer>
        ))}
      {hasMore && problem === undefined && <Typography color="textSecondary">{messages.more}</Typography>}
    </Stack>
  );
}
