import { apiErrorOf } from 'shared-api';
import type { Customer, Debt } from 'shared-api/contracts';
import { EmptyState, ErrorState, FirstContent, Page, PageSkeleton, Panel, RetryNotice } from 'shared-ui';
import { ReadingNotice } from 'shared-ui/cards';
import { Button } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useListCustomersQuery, useReadUpcomingChargesQuery } from '../api';
import { CurrentPractice } from '../practice-state/CurrentPractice';
import { useBillingRevision } from '../revision/use-billing-revision';
import { CustomerPanel, customerName } from './CustomerPanel';
import { messages } from './messages';

/** Customers that owe first, then by name, because the provider's order is meaningless to people. */
function byDebt(customers: readonly Customer[], debts: readonly Debt[]): Customer[] {
  const owing = new Set(debts.map(({ customer }) => customer.id));
  const rank = ({ id }: Customer): number => (owing.has(id) ? 0 : 1);
  return [...customers].sort(
    (left, right) => rank(left) - rank(right) || customerName(left).localeCompare(customerName(right), 'en-US'),
  );
}

/** The cards of a practice's customers (specification: internal administration, 2.5). */
export function PaymentMethodsPage(): ReactNode {
  const { id: practiceId } = usePractice();
  const { data, error, isFetching, refetch } = useListCustomersQuery(
    { practice: practiceId },
    { refetchOnMountOrArgChange: true },
  );
  const charges = useReadUpcomingChargesQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  const chargesProblem = charges.error
    ? apiErrorOf(charges.error).message
    : charges.currentData?.problems.find(({ customer_id: id }) =>
        data?.customers.some((one) => one.id === id && !one.error),
      )?.message;
  const debts = charges.currentData?.debts ?? [];
  useBillingRevision();
  const failure = apiErrorOf(error);
  // The cards wait for both calls, because debts and their notice appear above them.
  const pending = data ? !charges.currentData && !charges.error : !failure;
  return (
    <Page title={messages.title} subject={<CurrentPractice />} lead={messages.lead}>
      {failure && !data && (
        <Panel>
          <ErrorState
            title={messages.failed}
            message={failure.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Panel>
      )}
      <FirstContent pending={pending} label={messages.loading} shape={<PageSkeleton shape="cards" />}>
        {chargesProblem !== undefined && data && data.customers.length > 0 && (
          <RetryNotice
            tone="attention"
            title={messages.chargesFailed}
            busy={charges.isFetching}
            onRetry={() => void charges.refetch()}
          >
            {chargesProblem}
          </RetryNotice>
        )}
        <ReadingNotice
          subject={messages.customers}
          progress={data?.progress}
          busy={isFetching}
          onReadOn={() => void refetch()}
        />
        <ReadingNotice
          subject={messages.charges}
          progress={charges.currentData?.progress}
          busy={charges.isFetching}
          onReadOn={() => void charges.refetch()}
        />
        {data?.customers.length === 0 && <NoCustomers />}
        {data &&
          byDebt(data.customers, debts).map((customer) => (
            <CustomerPanel
              key={customer.id}
              customer={customer}
              dashboard={data.dashboard_url}
              debts={debts.filter((debt) => debt.customer.id === customer.id)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ))}
      </FirstContent>
    </Page>
  );
}

function NoCustomers(): ReactNode {
  const { id: practiceId } = usePractice();
  const { navigate } = useRemote();
  return (
    <Panel>
      <EmptyState
        title={messages.none}
        action={
          <Button onClick={() => navigate(`/internal/practices/${practiceId}/subscriptions`)}>
            {messages.toSubscriptions}
          </Button>
        }
      >
        {messages.noneHelp}
      </EmptyState>
    </Panel>
  );
}
