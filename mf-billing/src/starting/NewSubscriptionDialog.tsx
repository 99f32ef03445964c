import type { ApiError } from 'shared-api';
import type { Customer } from 'shared-api/contracts';
import { ErrorState, formatMoney, LoadingBlock, Notice, SelectInput, Stack } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useListCustomersQuery, useListPlansQuery } from '../api';
import type { Change } from '../changes/change';
import { ChangeDialog } from '../changes/ChangeDialog';
import { rateText } from '../figures';
import { ManageCardsDialog } from '../payment-methods/ManageCardsDialog';
import { CustomerPicker } from './CustomerPicker';
import { words } from './messages';
import { StartAddOns } from './StartAddOns';
import { useStartAddOns } from './use-start-add-ons';

const text = words.fresh;

/**
 * A subscription for any customer of the practice, by super admins. Its failures are told in the dialog alone, without a
 * toast (specification: billing, 8).
 */
export function NewSubscriptionDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { id: practice } = usePractice();
  const customers = useListCustomersQuery({ practice });
  const plans = useListPlansQuery({ practice });
  const [customer, setCustomer] = useState<string | null>(null);
  const [plan, setPlan] = useState('');
  const [managed, setManaged] = useState<Customer | null>(null);

  const payer = customers.data?.customers.find(({ id, has_payment_method }) => id === customer && has_payment_method);
  const chosen = plans.data?.find(({ id }) => id === plan);
  const addOns = useStartAddOns(chosen ?? null);
  const { features, problem } = addOns;
  const change: Change | null =
    payer && chosen && problem === undefined ? { kind: 'start', plan, customer: payer.id, features } : null;
  const options = (plans.data ?? []).map(({ id, name, amount, currency, interval }) => ({
    value: id,
    label: `${name} · ${rateText(amount, currency, interval)}`,
  }));

  return (
    <ChangeDialog
      quiet
      size="medium"
      title={text.title}
      change={change}
      why={change ? undefined : (problem ?? text.first)}
      label={(cost) => words.start.go(cost ? formatMoney(cost.due_today, cost.currency) : null)}
      onClose={onClose}
    >
      <Stack gap={4}>
        <Part query={customers} title={text.customersFailed}>
          {customers.data?.customers.length === 0 ? (
            <Notice tone="attention">{text.noCustomers}</Notice>
          ) : (
            <CustomerPicker
              needsCard
              customers={customers.data?.customers ?? []}
              value={payer?.id ?? null}
              onChange={setCustomer}
              onManage={setManaged}
            />
          )}
        </Part>
        <Part query={plans} title={text.plansFailed}>
          <SelectInput
            label={text.plan}
            value={plan}
            options={[{ value: '', label: text.choosePlan }, ...options]}
            onChange={setPlan}
          />
        </Part>
        {chosen && <StartAddOns of={addOns} currency={chosen.currency} />}
      </Stack>
      {managed && <ManageCardsDialog customer={managed} onClose={() => setManaged(null)} />}
    </ChangeDialog>
  );
}

interface Query {
  data?: unknown;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What was read, or the wait for it, or the way to read it again. */
function Part({ query, title, children }: { query: Query; title: string; children: ReactNode }): ReactNode {
  if (query.data !== undefined) return children;
  if (!query.error) return <LoadingBlock />;
  return (
    <ErrorState
      title={title}
      message={(query.error as ApiError).message}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
