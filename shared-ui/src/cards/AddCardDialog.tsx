import type { AnswerOf, OpenInvoice, OpenInvoices, readStripeInfo } from 'shared-api/contracts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../actions/Button';
import { Dialog } from '../dialogs/Dialog';
import { Notice } from '../feedback/Notice';
import { ErrorState, LoadingBlock } from '../feedback/states';
import { Checkbox } from '../fields/Checkbox';
import { formatMoney } from '../figures/money';
import { Stack } from '../layout/Stack';
import { Text } from '../layout/Text';
import { useRemote } from '../remote/use-remote';
import { type AddCardCalls, type ConfirmedCard, type Reading, reasonOf } from './calls';
import { cardMessages } from './messages';
import { useAddCard } from './use-add-card';

const text = cardMessages.adding;

/** Stripe's components come when a card is added for the first time. */
const CardForm = lazy(async () => {
  const { CardForm: form } = await import('../card-form');
  return { default: form };
});

export interface AddCardDialogProps {
  /** Name of the customer. */
  customer: string;
  /** Whether the customer has a card already: a first one is meant to be charged. */
  hasCard: boolean;
  /** Invoices that wait for a payment; a new default card can pay them at once (DECISIONS 13). None when absent. */
  overdue?: readonly OpenInvoice[];
  /** What these invoices come to, as the server says; their own amounts are shown where it is absent. */
  overdueTotals?: OpenInvoices['totals'];
  /** What the browser needs to show the form. */
  info: Reading<AnswerOf<typeof readStripeInfo>>;
  calls: AddCardCalls;
  onConfirmed?: (card: ConfirmedCard) => void;
  onClose: () => void;
  /** After the card is known to the server; `onClose` where absent. */
  onSaved?: (() => void) | undefined;
}

const invoiceText = ({ number, amount_due, currency }: OpenInvoice): string =>
  text.open(number ?? text.invoice, formatMoney(amount_due, currency));

const moneyText = (amounts: readonly { amount_due: number; currency: string }[]): string =>
  amounts.map(({ amount_due, currency }) => formatMoney(amount_due, currency)).join(' + ');

/** A card for a customer, typed into the provider's own form. */
export function AddCardDialog(props: AddCardDialogProps): ReactNode {
  const { customer, hasCard, overdue = [], overdueTotals = overdue } = props;
  const { info, calls, onConfirmed, onClose, onSaved = onClose } = props;
  const dueText = moneyText(overdueTotals);
  const { nonce, notify } = useRemote();
  const { createIntent, saved, pending, again, busy } = useAddCard(calls, (card) => onConfirmed?.(card));
  const [wishes, setWishes] = useState<{ makeDefault?: boolean; retry: boolean }>({ retry: true });
  // A spare card changes nothing by itself; a first one, or one that is to mend something, is meant to be charged.
  const makeDefault = wishes.makeDefault ?? (!hasCard || overdue.length > 0);
  const retry = wishes.retry && makeDefault && overdue.length > 0;
  const failed = (): void => notify({ severity: 'error', message: text.failed });

  const tryAgain = async (): Promise<void> => {
    if (await again()) onSaved();
  };

  return (
    <Dialog open framesOver title={text.title} size="small" onClose={busy ? undefined : onClose}>
      <Stack gap={4}>
        <Text tone="second">{text.for(customer)}</Text>
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
        {pending === null && info.error !== undefined && (
          <ErrorState
            title={text.failed}
            message={reasonOf(info.error)}
            busy={info.isFetching}
            onRetry={() => void info.refetch()}
          />
        )}
        {pending === null && info.error === undefined && !info.data && <LoadingBlock />}
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
              wording={{ submit: retry ? text.saveAndPay(dueText) : text.save }}
            >
              <Stack gap={1}>
                <Checkbox
                  label={text.makeDefault}
                  checked={makeDefault}
                  onChange={(next) => setWishes({ ...wishes, makeDefault: next })}
                />
                {overdue.length > 0 && (
                  <Checkbox
                    label={text.retry(dueText, overdue.map(invoiceText).join(', '))}
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
