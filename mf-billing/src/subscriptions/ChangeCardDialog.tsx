import { apiErrorOf, serverMessage } from 'shared-api';
import type { PaymentMethod, Subscription } from 'shared-api/contracts';
import { FormDialog } from 'shared-ui';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import { cardName } from 'shared-ui/cards';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useListPaymentMethodsQuery, useSetSubscriptionPaymentMethodMutation } from '../api';
import { CardChoice } from '../changes/CardChoice';
import { isIdOrNone, useStoredChoice } from '../changes/stored-choice';
import { messages } from './messages';

const text = messages.changeCard;

export interface ChangeCardDialogProps {
  subscriptionId: string;
  /** The current state; undefined if the subscription is no longer listed. */
  subscription: Subscription | undefined;
  onClose: () => void;
}

/** Chooses the card that a subscription's renewals are charged to. Nothing is charged now. A reload keeps the chosen card. */
export function ChangeCardDialog({ subscriptionId, subscription, onClose }: ChangeCardDialogProps): ReactNode {
  const { id: practiceId } = usePractice();
  const { notify } = useRemote();
  const customerId = subscription?.customer_id ?? '';
  const { data } = useListPaymentMethodsQuery(
    { customerId },
    { skip: subscription === undefined, refetchOnMountOrArgChange: true },
  );
  const [added, setAdded] = useState<PaymentMethod | null>(null);
  const {
    form: chosenId,
    setForm: setChosenId,
    isChanged,
  } = useStoredChoice<string | null>({ kind: 'card', subscriptionId }, null, isIdOrNone);
  const [save, { isLoading, error }] = useSetSubscriptionPaymentMethodMutation();
  const current = subscription?.payment_method ?? null;
  const id = chosenId ?? current?.id;
  // A newly added card might not be listed yet.
  const card = data?.cards.find((method) => method.id === id) ?? (added?.id === id ? added : null);
  const failure = apiErrorOf(error);
  const plan = subscription?.plan_name ?? '';

  const confirm = async (): Promise<void> => {
    if (!subscription || !card) return;
    const body = { subscription_id: subscription.id, payment_method_id: card.id };
    const { error: refused } = await save({ practiceId, body });
    if (refused !== undefined) return;
    notify({ severity: 'success', message: text.done(plan, cardName(card)) });
    onClose();
  };

  return (
    <FormDialog
      disableEnforceFocus
      title={text.title(plan)}
      busy={isLoading}
      isChanged={isChanged}
      confirmLabel={text.confirm(card && card.id !== current?.id ? cardName(card) : null)}
      reason={subscription ? reasonOf(card, current?.id) : text.gone}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {subscription ? (
        <Stack spacing={3}>
          <CardChoice
            legend={text.legend}
            customerId={customerId}
            value={id ?? null}
            onChange={(method) => {
              setAdded(method);
              setChosenId(method.id);
            }}
          />
          {card && (
            <Typography color="textSecondary">{card.is_default ? text.follows(plan) : text.stays(plan)}</Typography>
          )}
          {failure && (
            <Alert severity="error" role="alert">
              <AlertTitle>{text.failed}</AlertTitle>
              <span>{serverMessage(failure) ?? text.noAnswer}</span>
            </Alert>
          )}
        </Stack>
      ) : (
        <Typography>{text.gone}</Typography>
      )}
    </FormDialog>
  );
}

function reasonOf(card: PaymentMethod | null, currentId: string | undefined): string | undefined {
  if (!card) return text.first;
  return card.id === currentId ? text.same : undefined;
}
