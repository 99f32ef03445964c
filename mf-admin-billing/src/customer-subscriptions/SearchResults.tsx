import type { AdminCustomer } from 'shared-api/contracts';
import {
  color,
  EmptyState,
  ErrorState,
  LoadingBlock,
  radius,
  RetryNotice,
  Stack,
  styled,
  Text,
  VisuallyHidden,
} from 'shared-ui';
import type { ReactNode } from 'react';
import type { AttachFacts } from './attach-state';
import { DashboardId } from './DashboardId';
import { customerName, familiesByUrgency, type Family } from './groups';
import { subscriptionsMessages } from './messages';
import { ResultSubscription } from './ResultSubscription';
import type { CustomerSearch } from './use-customer-search';

const words = subscriptionsMessages.attach;

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
  facts: AttachFacts;
  busy: boolean;
  onAttach: (customer: AdminCustomer, family: Family) => void;
}

/** What a search has found, or why there is nothing. */
export function SearchResults({ found, facts, busy, onAttach }: SearchResultsProps): ReactNode {
  const { term, customers, dashboard, hasMore, searching, failed, retry } = found;
  const said = searching ? words.searching : customers ? words.found(customers.length) : '';
  return (
    <Stack gap={3} role="group" aria-label={words.results} aria-busy={searching || undefined}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {term === '' && !searching && <EmptyState title={words.begin}>{words.beginWords}</EmptyState>}
      {failed && <ErrorState message={words.failed} onRetry={retry} />}
      {searching && !customers && <LoadingBlock label={words.searching} lines={5} framed />}
      {customers?.length === 0 && !searching && <EmptyState title={words.none(term)}>{words.noneWords}</EmptyState>}
      {!failed &&
        customers?.map((customer) => (
          <Customer key={customer.id} aria-label={customerName(customer)}>
            <Head>
              <Text strong as="h3">
                {customerName(customer)}
              </Text>
              {customer.email !== null && customer.email !== customerName(customer) && (
                <Text as="span" variant="secondary" tone="second">
                  {customer.email}
                </Text>
              )}
              <DashboardId id={customer.id} of="customer" dashboard={dashboard} />
            </Head>
            {customer.error !== null && (
              <div style={{ padding: '10px 14px 0' }}>
                <RetryNotice title={words.customerFailed} busy={searching} onRetry={retry}>
                  {customer.error}
                </RetryNotice>
              </div>
            )}
            {customer.subscriptions.length === 0 ? (
              <Text tone="second" style={{ padding: '12px 14px' }}>
                {words.noSubscriptions}
              </Text>
            ) : (
              <List>
                {familiesByUrgency(customer.subscriptions).map((family) => (
                  <ResultSubscription
                    key={family.subscription.id}
                    {...{ customer, family, facts, dashboard, busy }}
                    onAttach={() => onAttach(customer, family)}
                  />
                ))}
              </List>
            )}
          </Customer>
        ))}
      {hasMore && !failed && <Text tone="second">{words.more}</Text>}
    </Stack>
  );
}
