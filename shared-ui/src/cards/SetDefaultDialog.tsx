import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { UnmovedSubscription } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { CheckboxField } from '../choices/CheckboxField';
import { FormDialog } from '../dialogs/FormDialog';
import { commonMessages } from '../messages';
import { type CallResult, type MovedSubscriptions, reasonOf, type StoredMethod } from './calls';
import { cardName, methodName } from './CardTile';
import { cardMessages } from './messages';
import type { PinnedSubscription } from './pinned-subscriptions';
import { UnmovedList } from './UnmovedList';

const text = cardMessages.defaulting;

export interface SetDefaultDialogProps {
  method: StoredMethod;
  /** Subscriptions with their own card. */
  pinned: readonly PinnedSubscription[];
  /** Makes the card the default and moves subscriptions to it. On failure the dialog stays open with the error. */
  setDefault: (subscriptions: readonly string[]) => PromiseLike<CallResult<MovedSubscriptions>>;
  /** Called after the card becomes the default. */
  onDefault: () => void;
  onClose: () => void;
}

/** Lists the subscriptions that don't follow a new default card, and offers to move them. */
export function SetDefaultDialog({ method, pinned, setDefault, onDefault, onClose }: SetDefaultDialogProps): ReactNode {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  /** Subscriptions that could not be moved; null before the card is the default. */
  const [unmoved, setUnmoved] = useState<readonly UnmovedSubscription[] | null>(null);
  const name = methodName(method);
  const ids = (unmoved ?? pinned).map(({ subscription_id: id }) => id).filter((id) => !kept.has(id));

  const go = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    const { data, error } = await setDefault(ids);
    setBusy(false);
    if (!data) {
      setRefused(reasonOf(error));
      return;
    }
    const left = data.not_moved ?? [];
    if (left.length > 0) setUnmoved(left);
    else {
      onDefault();
      onClose();
    }
  };
  const close = (): void => {
    if (unmoved) onDefault();
    onClose();
  };
  const toggle = (id: string, moves: boolean): void => {
    const next = new Set(kept);
    if (moves) next.delete(id);
    else next.add(id);
    setKept(next);
  };

  return (
    <FormDialog
      title={text.title}
      busy={busy}
      cancelLabel={unmoved ? commonMessages.close : undefined}
      confirmLabel={unmoved ? text.tryAgain : cardMessages.setDefault}
      onConfirm={() => void go()}
      onClose={close}
    >
      {unmoved ? (
        <UnmovedList title={text.unmoved(name)} unmoved={unmoved} />
      ) : (
        <Stack spacing={3}>
          <Typography>{text.lead(name, pinned.length)}</Typography>
          <Stack spacing={2}>
            {pinned.map(({ subscription_id: id, name: subscription, card }) => (
              <CheckboxField
                key={id}
                label={'card' in method ? text.move(subscription) : text.moveTo(subscription, name)}
                helperText={text.chargedTo(cardName(card))}
                checked={!kept.has(id)}
                disabled={busy}
                onChange={(_, checked) => toggle(id, checked)}
              />
            ))}
          </Stack>
        </Stack>
      )}
      {refused !== null && (
        <Alert severity="error" role="alert">
          <AlertTitle>{unmoved ? text.notMoved : cardMessages.notDefault(name)}</AlertTitle>
          <span>{refused}</span>
        </Alert>
      )}
    </FormDialog>
  );
}
