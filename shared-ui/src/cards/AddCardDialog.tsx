import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AnswerOf, OpenInvoice, OpenInvoices, readStripeInfo } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { CheckboxField } from '../choices/CheckboxField';
import { TitledDialog } from '../dialogs/TitledDialog';
import { ErrorState, LoadingBlock } from '../feedback/states';
import { formatMoney } from '../figures/money';
import { lazySection } from '../lazy';
import { Button } from '../mui/Button';
import { useRemote } from '../remote/use-remote';
import { type AddCardCalls, type ConfirmedCard, type QueryState, reasonOf } from './calls';
import { cardMessages } from './messages';
import { useAddCard } from './use-add-card';

const text = cardMessages.adding;

/** Stripe's components load the first time the form opens. */
const CardForm = lazySection(
  async () => {
    const { CardForm: form } = await import('../card-form');
    return form;
  },
  <LoadingBlock />,
);

export interface AddCardDialogProps {
  /** Name of the customer. */
  customer: string;
  /** True if the customer has a card. A first card is preselected as default. */
  hasCard: boolean;
  /** Unpaid invoices that a new default card can pay immediately (DECISIONS 13). None by default. */
  overdue?: readonly OpenInvoice[];
  /** The server's totals of these invoices; without them, the individual amounts are shown. */
  overdueTotals?: OpenInvoices['totals'];
  /** The settings that the form needs. */
  info: QueryState<AnswerOf<typeof readStripeInfo>>;
  calls: AddCardCalls;
  onConfirmed?: (card: ConfirmedCard) => void;
  onClose: () => void;
  /** Called after the server has confirmed the card; `onClose` by default. */
  onSaved?: (() => void) | undefined;
}

const invoiceText = ({ number, amount_due, currency }: OpenInvoice): string =>
  text.open(number ?? text.invoice, formatMoney(amount_due, currency));

const moneyText = (amounts: readonly { amount_due: number; currency: string }[]): string =>
  amounts.map(({ amount_due, currency }) => formatMoney(amount_due, currency)).join(' + ');

/**
 * Adds a card to a customer, using the provider's form.
 *
 * @example
 * const info = { data: undefined, isFetching: true, refetch: () => undefined };
 * const calls: AddCardCalls = {
 *   createIntent: () => Promise.resolve({ error: new Error('offline') }),
 *   confirm: () => Promise.resolve({ error: new Error('offline') }),
 * };
 * return (
 *   <AddCardDialog
 *     customer="Bright Smiles Dental"
 *     hasCard={false}
 *     info={info}
 *     calls={calls}
 *     onClose={() => undefined}
 *   />
 * );
 */
export function AddCardDialog(props: AddCardDialogProps): ReactNode {
  const { customer, hasCard, overdue = [], overdueTotals = overdue } = props;
  const { info, calls, onConfirmed, onClose, onSaved = onClose } = props;
  const dueText = moneyText(overdueTotals);
  const { nonce, notify } = useRemote();
  const {
    createIntent,
    confirmCard: saved,
    pending,
    retryConfirm,
    busy,
  } = useAddCard(calls, (card) => onConfirmed?.(card));
  const [wishes, setWishes] = useState<{ makeDefault?: boolean; retry: boolean }>({ retry: true });
  // The first card, or one added to fix a payment, is preselected as default; other cards are not.
  const makeDefault = wishes.makeDefault ?? (!hasCard || overdue.length > 0);
  const retry = wishes.retry && makeDefault && overdue.length > 0;
  const failed = (): void => notify({ severity: 'error', message: text.failed });

  const tryAgain = async (): Promise<void> => {
    if (await retryConfirm()) onSaved();
  };

  return (
    <TitledDialog open disableEnforceFocus title={text.title} maxWidth="xs" onClose={busy ? undefined : onClose}>
      <Stack spacing={4}>
        <Typography color="textSecondary">{text.for(customer)}</Typography>
        {pending !== null && (
          <Alert
            severity="warning"
            role="alert"
            action={
              <Button loading={busy} onClick={() => void tryAgain()}>
                {text.tryAgain}
              </Button>
            }
          >
            <AlertTitle>{text.pending}</AlertTitle>
            <span>{pending}</span>
          </Alert>
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
          <CardForm
            publishableKey={info.data.stripe_publishable_key}
            stripeJsUrl={info.data.stripe_js_url}
            nonce={nonce}
            createIntent={createIntent}
            onSaved={async (setupIntent) => {
              if (await saved(setupIntent, { makeDefault, payOverdue: retry })) onSaved();
            }}
            onCancel={onClose}
            onFailed={failed}
            wording={{ submit: retry ? text.saveAndPay(dueText) : text.save }}
          >
            <Stack spacing={1}>
              <CheckboxField
                label={text.makeDefault}
                checked={makeDefault}
                onChange={(_, next) => setWishes({ ...wishes, makeDefault: next })}
              />
              {overdue.length > 0 && (
                <CheckboxField
                  label={text.retry(dueText, overdue.map(invoiceText).join(', '))}
                  checked={retry}
                  disabled={!makeDefault}
                  onChange={(_, next) => setWishes({ ...wishes, retry: next })}
                />
              )}
            </Stack>
          </CardForm>
        )}
      </Stack>
    </TitledDialog>
  );
}
