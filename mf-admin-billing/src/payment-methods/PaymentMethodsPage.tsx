import type { ApiError } from 'shared-api';
import type { Customer } from 'shared-api/contracts';
import { Button, EmptyState, ErrorState, LoadingBlock, Page, Panel, RetryNotice } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useListCustomersQuery, useReadUpcomingChargesQuery } from '../api';
import { useBillingRevision } from '../revision/use-billing-revision';
import { CustomerPanel, customerName } from './CustomerPanel';
import { words } from './messages';

/** Not in the provider's order, which tells people nothing. */
const byName = (customers: readonly Customer[]): Customer[] =>
  [...customers].sort((left, right) => customerName(left).localeCompare(customerName(right), 'en-US'));

/** The cards of each customer of a practice (specification: internal administration, 2.5). */
export function PaymentMethodsPage(): ReactNode {
  const { id: practice, name } = usePractice();
  const { navigate } = useRemote();
  const { data, error, isFetching, refetch } = useListCustomersQuery({ practice }, { refetchOnMountOrArgChange: true });
  const charges = useReadUpcomingChargesQuery({ practice }, { refetchOnMountOrArgChange: true });
  const chargesProblem = charges.error
    ? (charges.error as ApiError).message
    : charges.currentData?.problems.find(({ customer_id: id }) =>
        data?.customers.some((one) => one.id === id && !one.error),
      )?.message;
  useBillingRevision();
  const failure = error as ApiError | undefined;
  return (
    <Page title={words.title} lead={words.lead(name)}>
      {failure && !data && (
        <Panel>
          <ErrorState title={words.failed} message={failure.message} busy={isFetching} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !failure && <LoadingBlock label={words.loading} framed lines={5} />}
      {chargesProblem !== undefined && data && data.customers.length > 0 && (
        <RetryNotice
          tone="attention"
          title={words.chargesFailed}
          busy={charges.isFetching}
          onRetry={() => void charges.refetch()}
        >
          {chargesProblem}
        </RetryNotice>
      )}
      {data?.customers.length === 0 && (
        <Panel>
          <EmptyState
            title={words.none}
            action={
              <Button onClick={() => navigate(`/internal/practices/${practice}/subscriptions`)}>
                {words.toSubscriptions}
              </Button>
            }
          >
            {words.noneHelp}
          </EmptyState>
        </Panel>
      )}
      {data &&
        byName(data.customers).map((customer) => (
          <CustomerPanel
            key={customer.id}
            customer={customer}
            dashboard={data.dashboard_url}
            debts={charges.currentData?.debts.filter((debt) => debt.customer.id === customer.id) ?? []}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ))}
    </Page>
  );
}
