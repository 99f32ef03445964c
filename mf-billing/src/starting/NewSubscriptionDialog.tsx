import { apiErrorOf } from 'shared-api';
import { factsText, type TrialPlan } from 'shared-api/contracts';
import { ErrorState, formatMoney, LoadingBlock } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import { Alert, Stack } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useListPlansQuery, useListTrialPlansQuery } from '../api';
import { useCustomers } from '../customers/use-customers';
import type { Change } from '../changes/change';
import { ChangeDialog } from '../changes/ChangeDialog';
import { isIdOrNone, isNames, useStoredChoice } from '../changes/stored-choice';
import { rateText } from '../figures';
import { OwedForPlan, useOwedForPlan } from '../overdue/OwedForPlan';
import { CustomerChoice } from './CustomerChoice';
import { messages } from './messages';
import { StartAddOns } from './StartAddOns';
import { useStartAddOns } from './use-start-add-ons';

const text = messages.newSubscription;

interface NewSubscription {
  customerId: string | null;
  /** Empty if none is selected. */
  planId: string;
  features: readonly string[];
}

const nothing: NewSubscription = { customerId: null, planId: '', features: [] };

function isNewSubscription(stored: unknown): stored is NewSubscription {
  const { customerId, planId, features } = (stored ?? {}) as Partial<Record<keyof NewSubscription, unknown>>;
  return isIdOrNone(customerId) && typeof planId === 'string' && isNames(features);
}

/**
 * Starts a subscription for any customer of the practice that has a card. For super admins. Failures show only in the
 * dialog, without a toast (specification: billing, 8). A reload keeps the choices.
 */
export function NewSubscriptionDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { id: practiceId } = usePractice();
  const customers = useCustomers();
  const plans = useListPlansQuery({ practiceId });
  const { form, setForm, isChanged } = useStoredChoice<NewSubscription>({ kind: 'new' }, nothing, isNewSubscription);
  const { customerId, planId } = form;

  const { data: offers } = useListTrialPlansQuery({ practiceId });
  /** Why the plan can't be started now. Undefined if it can, or if it isn't offered to clinics. */
  const offered = offers?.plans.find(({ id }) => id === planId);
  const refused = offered?.offer.reason ?? undefined;
  const payer = customers.data?.customers.find(
    ({ id, has_payment_method, error }) => id === customerId && has_payment_method && error === null,
  );
  const plan = plans.data?.find(({ id }) => id === planId);
  const addOns = useStartAddOns(plan?.id ?? null, form.features, (features) => setForm({ ...form, features }));
  const { features, problem } = addOns;
  const change: Change | null =
    payer && plan && problem === undefined ? { kind: 'start', planId, customerId: payer.id, features } : null;
  const options = (plans.data ?? []).map(({ id, name, amount, currency, interval }) => ({
    value: id,
    label: factsText([name, rateText(amount, currency, interval)]),
  }));

  return (
    <ChangeDialog
      quiet
      maxWidth="sm"
      isChanged={isChanged}
      title={text.title}
      change={change}
      customerId={payer?.id ?? null}
      why={change ? refused : (problem ?? text.first)}
      label={(cost) => messages.start.go(cost ? formatMoney(cost.due_today, cost.currency) : null)}
      onClose={onClose}
    >
      <Stack spacing={4}>
        <QueryPart query={customers} title={text.customersFailed}>
          {customers.data && (
            <CustomerChoice
              needsCard
              data={customers.data}
              request={{ kind: 'new' }}
              value={payer?.id ?? null}
              busy={customers.isFetching}
              none={<Alert severity="warning">{text.noCustomers}</Alert>}
              onChange={(id) => setForm({ ...form, customerId: id })}
              onRetry={() => void customers.refetch()}
            />
          )}
        </QueryPart>
        <QueryPart query={plans} title={text.plansFailed}>
          <SelectField
            label={text.plan}
            value={planId}
            options={[{ value: '', label: text.choosePlan }, ...options]}
            onChange={(event) => setForm({ ...form, planId: event.target.value })}
          />
        </QueryPart>
        {offered?.offer.owed && <OwedPlan plan={offered} />}
        {plan && <StartAddOns state={addOns} />}
      </Stack>
    </ChangeDialog>
  );
}

function OwedPlan({ plan }: { plan: TrialPlan }): ReactNode {
  const debt = useOwedForPlan(plan);
  return (
    debt && (
      <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
        <OwedForPlan plan={plan} debt={debt} />
      </Stack>
    )
  );
}

interface QueryPartProps {
  query: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };
  title: string;
  children: ReactNode;
}

/** Renders the content after the query has data. Until then, shows a loading block or the error with Retry. */
function QueryPart({ query, title, children }: QueryPartProps): ReactNode {
  if (query.data !== undefined) return children;
  if (query.error === undefined) return <LoadingBlock />;
  return (
    <ErrorState
      title={title}
      message={apiErrorOf(query.error).message}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
