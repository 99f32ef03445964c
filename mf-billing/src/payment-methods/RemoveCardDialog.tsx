import { type ApiError, serverMessage } from 'shared-api';
import type { PaymentMethod } from 'shared-api/contracts';
import { ConfirmDialog, Notice, Stack, Text } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useDeletePaymentMethodMutation } from '../api';
import { BrandIcon } from './brands';
import { cardName } from './CardTile';
import { words } from './messages';

const text = words.removal;

export interface RemoveCardDialogProps {
  customer: string;
  method: PaymentMethod;
  onClose: () => void;
}

/** Asks before a card goes. The server refuses one that a live subscription depends on, and names it (server rule 8). */
export function RemoveCardDialog({ customer, method, onClose }: RemoveCardDialogProps): ReactNode {
  const { notify } = useRemote();
  const [remove, { isLoading, error }] = useDeletePaymentMethodMutation();
  const name = cardName(method);
  const refused = error as ApiError | undefined;

  const go = async (): Promise<void> => {
    const result = await remove({ customer, card: method.id });
    if (result.error) {
      notify({ severity: 'error', message: serverMessage(result.error as ApiError) ?? text.failed });
      return;
    }
    notify({ severity: 'success', message: text.done(name) });
    onClose();
  };

  return (
    <ConfirmDialog
      open
      danger
      title={text.title}
      confirmLabel={text.go(name)}
      busy={isLoading}
      onConfirm={() => void go()}
      onCancel={onClose}
    >
      <Stack gap={3}>
        <Text>{text.question}</Text>
        <Stack direction="row" gap={3}>
          <BrandIcon brand={method.card.brand} />
          <Text strong>{name}</Text>
        </Stack>
        {refused && (
          <Notice tone="danger" live="assertive" title={text.failed}>
            {refused.message}
          </Notice>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
