import type { ApiError } from 'shared-api';
import type { Customer, Subscription } from 'shared-api/contracts';
import { Button, Checkbox, Dialog, ErrorState, formatMoney, LoadingBlock, Notice, Stack, Text } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useReadFeatureSummaryQuery, useReadStripeInfoQuery } from '../api';
import { customerName } from '../starting/CustomerPicker';
import { words } from './messages';
import { useAddCard } from './use-add-card';

const text = words.add;

/** Stripe's components come when a card is added for the first time. */
const CardForm = lazy(async () => {
  const { CardForm: form } = await import('shared-ui/card-form');
  return { default: form };
});

export interface AddCardDialogProps {
  customer: Customer;
  onClose: () => void;
  /** After the card is known to the server; `onClose` where absent. */
  onSaved?: () => void;
}

/** Subscriptions of a customer that wait for a payment. */
function overdueOf(customer: Customer, subscriptions: readonly Subscription[]): Subscription[] {
  return subscriptions.filter(
    ({ customer_id, status }) => customer_id === customer.id && (status === 'past_due' || status === 'unpaid'),
  );
}

/** A card for a customer, typed into the provider's own form. What is overdue can be paid with it at once (DECISIONS 13). */
export function AddCardDialog({ customer, onClose, onSaved = onClose }: AddCardDialogProps): ReactNode {
  const { id: practice } = usePractice();
  const { nonce, notify } = useRemote();
  const info = useReadStripeInfoQuery(undefined);
  const summary = useReadFeatureSummaryQuery({ practice });
  const { createIntent, saved, pending, again, busy } = useAddCard(customer.id);
  const [wishes, setWishes] = useState<{ makeDefault?: boolean; retry: boolean }>({ retry: true });
  const overdue = overdueOf(customer, summary.data?.subscriptions ?? []);
  // A spare card changes nothing by itself; a first one, or one that is to mend something, is meant to be charged.
  const makeDefault = wishes.makeDefault ?? (!customer.has_payment_method || overdue.length > 0);
  const retry = wishes.retry && makeDefault && overdue.length > 0;
  const plans = overdue.map(({ plan_name, amount, currency }) =>
    text.overdue(plan_name, formatMoney(amount, currency)),
  );
  const failed = (): void => notify({ severity: 'error', message: text.failed });

  const tryAgain = async (): Promise<void> => {
    if (await again()) onSaved();
  };

  return (
    <Dialog open framesOver title={text.title} size="small" onClose={busy ? undefined : onClose}>
      <Stack gap={4}>
        <Text tone="second">{text.for(customerName(customer))}</Text>
        {pending !== null && (
          <Notice
            tone="attention"
            live="assertive"
            title={text.pending}
            action={
              <Button busy={busy} onClick={() => void tryAgain()}>
                {text.tryAgain}
              </Button>
            }
          >
            {pending}
          </Notice>
        )}
        {pending === null && info.error && (
          <ErrorState
            title={text.failed}
            message={(info.error as ApiError).message}
            busy={info.isFetching}
            onRetry={() => void info.refetch()}
          />
        )}
        {pending === null && !info.error && !info.data && <LoadingBlock />}
        {pending === null && info.data && (
          <Suspense fallback={<LoadingBlock />}>
            <CardForm
              publishableKey={info.data.stripe_publishable_key}
              stripeJsUrl={info.data.stripe_js_url}
              nonce={nonce}
              createIntent={createIntent}
              onSaved={async (setupIntent) => {
                if (await saved(setupIntent, { makeDefault, retry })) onSaved();
              }}
              onCancel={onClose}
              onFailed={failed}
              wording={{ submit: retry ? text.saveAndPay : text.save }}
            >
              <Stack gap={1}>
                <Checkbox
                  label={text.makeDefault}
                  checked={makeDefault}
                  onChange={(next) => setWishes({ ...wishes, makeDefault: next })}
                />
                {overdue.length > 0 && (
                  <Checkbox
                    label={text.retry(plans.join(', '))}
                    checked={retry}
                    disabled={!makeDefault}
                    onChange={(next) => setWishes({ ...wishes, retry: next })}
                  />
                )}
              </Stack>
            </CardForm>
          </Suspense>
        )}
      </Stack>
    </Dialog>
  );
}
