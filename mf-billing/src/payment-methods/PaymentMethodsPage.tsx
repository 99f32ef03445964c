import { apiErrorOf, serverMessage } from 'shared-api';
import type { Customer } from 'shared-api/contracts';
import {
  EmptyState,
  ErrorState,
  FactLine,
  FirstContent,
  Page,
  PageSkeleton,
  Panel,
  phoneQuery,
  RetryNotice,
  SearchInput,
  StatusBadge,
  styled,
  Toolbar,
  useMedia,
} from 'shared-ui';
import { ReadingNotice } from 'shared-ui/cards';
import { Button, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type UpcomingChargesState, useUpcomingCharges } from '../charges/use-upcoming-charges';
import { useCustomers } from '../customers/use-customers';
import { ConfirmingChanges } from '../confirming/ConfirmingChanges';
import { nextAttemptText, owesText } from '../overdue/debt-text';
import { PayDebt } from '../overdue/PayDebt';
import { useBillingRevision } from '../revision/use-billing-revision';
import { AmountsHidden } from '../rights/AmountsHidden';
import { BillingRightsNotice } from '../rights/BillingRightsNotice';
import { messages as rightsMessages } from '../rights/messages';
import { customerName } from '../starting/CustomerPicker';
import { CustomerCards } from './CustomerCards';
import { filterCustomers, orderCustomers } from './customer-order';
import { messages } from './messages';

/** Above this number of customers, the page has a search. */
const SEARCH_ABOVE = 5;

/** Above this number, the rest are behind a button, because each customer's cards are a separate call. */
const MAX_SHOWN = 10;

/** The cards of each of the practice's customers, for people with the `billing.read` right. */
export function PaymentMethodsPage(): ReactNode {
  const { held } = useRight('billing.read');
  return held ? <CardsPage /> : <AmountsHidden title={messages.title} hidden={rightsMessages.cardsHidden} />;
}

function CardsPage(): ReactNode {
  const { notify, navigate, basePath } = useRemote();
  const { data, error, isFetching, refetch } = useCustomers({ refetchOnMountOrArgChange: true });
  const charges = useUpcomingCharges();
  useBillingRevision();
  const failure = apiErrorOf(error);
  const notifyFailure = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: serverMessage(failure) ?? messages.failed });
  });
  useEffect(() => notifyFailure(), [failure]);

  return (
    <Page title={messages.title} lead={messages.lead}>
      <BillingRightsNotice />
      {!data && failure && (
        <Panel>
          <ErrorState
            title={messages.failed}
            message={failure.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Panel>
      )}
      <FirstContent
        pending={data ? charges.pending : !failure}
        label={messages.loading}
        shape={<PageSkeleton shape="cards" />}
      >
        <ConfirmingChanges />
        {data?.customers.length === 0 && !data.progress && (
          <Panel>
            <EmptyState
              title={messages.noCustomers}
              action={<Button onClick={() => navigate(`${basePath}/subscriptions/plans`)}>{messages.toPlans}</Button>}
            >
              {messages.noCustomersHelp}
            </EmptyState>
          </Panel>
        )}
        {data && data.customers.length > 0 && !charges.data && charges.error && (
          <RetryNotice tone="attention" title={messages.chargesFailed} busy={charges.busy} onRetry={charges.refetch}>
            {charges.error.message}
          </RetryNotice>
        )}
        <ReadingNotice
          subject={messages.customers}
          progress={data?.progress}
          busy={isFetching}
          onReadOn={() => void refetch()}
        />
        {charges.data && (
          <ReadingNotice
            subject={messages.charges}
            progress={charges.data.progress}
            busy={charges.busy}
            onReadOn={charges.refetch}
          />
        )}
        {data && (
          <Customers
            customers={orderCustomers(data.customers, charges.data?.debts ?? [])}
            charges={charges.data}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </FirstContent>
    </Page>
  );
}

interface CustomersProps {
  customers: readonly Customer[];
  charges: UpcomingChargesState['data'];
  busy: boolean;
  onRetry: () => void;
}

/** The customers, with a search if there are many. Links from other pages refer to the first one. */
function Customers({ customers, ...rest }: CustomersProps): ReactNode {
  const [search, setSearch] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const found = filterCustomers(customers, search);
  const shown = showsAll ? found : found.slice(0, MAX_SHOWN);
  const [first] = customers;
  return (
    <>
      {customers.length > SEARCH_ABOVE && (
        <Toolbar
          label={messages.search}
          actions={
            <Typography variant="body2" color="textSecondary" role="status">
              {messages.count(found.length, customers.length)}
            </Typography>
          }
        >
          <SearchInput label={messages.search} value={search} onChange={setSearch} shortcut="/" width={260} />
        </Toolbar>
      )}
      {shown.map((customer) => (
        <CustomerPanel key={customer.id} customer={customer} linked={customer === first} {...rest} />
      ))}
      {shown.length < found.length && (
        <div>
          <Button onClick={() => setShowsAll(true)}>{messages.showAll(found.length)}</Button>
        </div>
      )}
      {found.length === 0 && search !== '' && (
        <Panel>
          <EmptyState title={messages.noMatch}>{messages.noMatchHelp}</EmptyState>
        </Panel>
      )}
    </>
  );
}

interface CustomerPanelProps extends Omit<CustomersProps, 'customers'> {
  customer: Customer;
  linked: boolean;
}

const Facts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' });

/** One customer: its debts and cards, or its load error with Retry. A failure doesn't affect other customers. */
function CustomerPanel({ customer, linked, charges, busy, onRetry }: CustomerPanelProps): ReactNode {
  const { id, name, email, description, error } = customer;
  const { time_zone } = usePractice();
  const debts = (charges?.debts ?? []).filter(({ customer }) => customer.id === id);
  const isPhone = useMedia(phoneQuery);
  const asOf = charges?.as_of ?? 0;
  return (
    <Panel
      title={customerName(customer)}
      description={
        <Facts>
          <FactLine facts={[name === null ? null : email, description]} />
          {debts.map((debt) => (
            <Fragment key={debt.currency}>
              <StatusBadge tone="attention">{owesText(debt, time_zone, asOf)}</StatusBadge>
              <span>{nextAttemptText(debt, time_zone, asOf)}</span>
            </Fragment>
          ))}
        </Facts>
      }
      actions={
        debts.length === 0
          ? undefined
          : debts.map((debt, at) => (
              // The customers who owe come first.
              <PayDebt
                key={debt.currency}
                debt={debt}
                filled={linked && at === 0}
                inList={isPhone && debts.length === 1}
              />
            ))
      }
    >
      {error === null ? (
        <CustomerCards customer={customer} linked={linked} />
      ) : (
        <RetryNotice title={messages.customerFailed(customerName(customer))} busy={busy} onRetry={onRetry}>
          {error}
        </RetryNotice>
      )}
    </Panel>
  );
}
