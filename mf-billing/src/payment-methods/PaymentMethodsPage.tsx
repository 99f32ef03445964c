import { type ApiError, serverMessage } from 'shared-api';
import type { Customer } from 'shared-api/contracts';
import { Button, EmptyState, ErrorState, LoadingBlock, Page, Panel } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useListCustomersQuery } from '../api';
import { customerName } from '../starting/CustomerPicker';
import { CustomerCards } from './CustomerCards';
import { words } from './messages';

/** Not in the provider's order, which tells people nothing. */
const byName = (customers: readonly Customer[]): Customer[] =>
  [...customers].sort((left, right) => customerName(left).localeCompare(customerName(right), 'en-US'));

/** The cards of each customer of the practice. */
export function PaymentMethodsPage(): ReactNode {
  const { id: practice } = usePractice();
  const { notify, navigate, basePath } = useRemote();
  const { data, error, isFetching, refetch } = useListCustomersQuery({ practice }, { refetchOnMountOrArgChange: true });
  const failure = error as ApiError | undefined;
  const tell = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: serverMessage(failure) ?? words.failed });
  });
  useEffect(() => tell(), [failure]);

  return (
    <Page title={words.title} lead={words.lead}>
      {!data && failure && (
        <Panel>
          <ErrorState title={words.failed} message={failure.message} busy={isFetching} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !failure && <LoadingBlock label={words.loading} framed lines={5} />}
      {data?.customers.length === 0 && (
        <Panel>
          <EmptyState
            title={words.noCustomers}
            action={<Button onClick={() => navigate(`${basePath}/subscriptions/plans`)}>{words.toPlans}</Button>}
          >
            {words.noCustomersHelp}
          </EmptyState>
        </Panel>
      )}
      {data &&
        byName(data.customers).map((customer) => (
          <Panel
            key={customer.id}
            title={customerName(customer)}
            description={[customer.name === null ? null : customer.email, customer.description]
              .filter(Boolean)
              .join(' · ')}
          >
            <CustomerCards customer={customer} />
          </Panel>
        ))}
    </Page>
  );
}
