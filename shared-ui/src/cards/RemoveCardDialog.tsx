import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import { Notice } from '../feedback/Notice';
import { Stack } from '../layout/Stack';
import { Text } from '../layout/Text';
import { BrandIcon } from './brands';
import type { CallResult, PaymentMethod } from './calls';
import { cardName } from './CardTile';
import { cardMessages } from './messages';

const text = cardMessages.removal;

export interface RemoveCardDialogProps {
  method: PaymentMethod;
  /** Removes the card. On failure the dialog stays open with the error. */
  remove: () => PromiseLike<CallResult<unknown>>;
  onRemoved: () => void;
  /** Called with the transport's error, for an additional toast. */
  onRefused?: ((error: unknown) => void) | undefined;
  onClose: () => void;
}

/** Asks before removing a card. The server rejects it if a live subscription depends on it, and names it (server rule 8). */
export function RemoveCardDialog(props: RemoveCardDialogProps): ReactNode {
  const { method, remove, onRemoved, onRefused, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const name = cardName(method);

  const go = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    const { error } = await remove();
    setBusy(false);
    if (error === undefined) {
      onRemoved();
      return;
    }
    setRefused((error as { message: string }).message);
    onRefused?.(error);
  };

  return (
    <ConfirmDialog
      open
      danger
      title={text.title}
      confirmLabel={text.go(name)}
      busy={busy}
      onConfirm={() => void go()}
      onCancel={onClose}
    >
      <Stack gap={3}>
        <Text>{text.question}</Text>
        <Stack direction="row" gap={3}>
          <BrandIcon brand={method.card.brand} />
          <Text strong>{name}</Text>
        </Stack>
        {refused !== null && (
          <Notice tone="danger" live="assertive" title={text.failed}>
            {refused}
          </Notice>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
