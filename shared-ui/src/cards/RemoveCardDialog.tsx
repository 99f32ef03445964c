import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { apiErrorOf } from 'shared-api';
import type { UnmovedSubscription } from 'shared-api/contracts';
import { type ReactNode, useId, useState } from 'react';
import { SelectField } from '../choices/SelectField';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import { Button } from '../mui/Button';
import { MethodIcon } from './brands';
import { type CallResult, type MovedSubscriptions, type PaymentMethod, reasonOf, type StoredMethod } from './calls';
import { cardName, methodName } from './CardTile';
import { cardMessages } from './messages';
import { UnmovedList } from './UnmovedList';

const text = cardMessages.removal;

export interface RemoveCardDialogProps {
  method: StoredMethod;
  /**
   * Removes the method and, if it was the default, makes another one the default. On failure the dialog stays open with
   * the error.
   */
  remove: (nextDefault?: string) => PromiseLike<CallResult<unknown>>;
  /** Cards that can take over this card's payments, and become the default if it is the default. */
  replacements?: readonly PaymentMethod[];
  /** Makes the replacement the default and moves this card's charges to it. Without it, no replacement is offered. */
  replace?: ((card: string) => PromiseLike<CallResult<MovedSubscriptions>>) | undefined;
  /** Opens the form for a new card, if this one can't be removed without another. */
  onAdd?: (() => void) | undefined;
  onRemoved: () => void;
  /** Called with the transport's error, for an additional toast. */
  onRefused?: ((error: unknown) => void) | undefined;
  onClose: () => void;
}

type Refusal = { message: string; inUse: boolean };

/**
 * Asks before removing a payment method and, for the default, which card replaces it. If a live subscription depends on
 * it, the server refuses and names the subscription (server rule 8). The dialog then offers to charge another card and
 * remove this one.
 */
export function RemoveCardDialog(props: RemoveCardDialogProps): ReactNode {
  const { method, remove, replacements = [], replace, onAdd, onRemoved, onRefused, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [unmoved, setUnmoved] = useState<readonly UnmovedSubscription[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const legendId = useId();
  const name = methodName(method);
  const newestFirst = [...replacements].sort((one, other) => other.created - one.created);
  const replacement = replacements.find(({ id }) => id === chosen) ?? newestFirst[0];
  const replaces = refused?.inUse === true && replace !== undefined;

  const fail = (error: unknown): void => {
    setRefused({ message: reasonOf(error), inUse: apiErrorOf(error).code === 'card_in_use' || replaces });
    onRefused?.(error);
  };
  const isReplaced = async (): Promise<boolean> => {
    if (!replaces || !replacement) return true;
    const { data, error } = await replace(replacement.id);
    if (!data) fail(error);
    const left = data?.not_moved ?? [];
    setUnmoved(left);
    return data !== undefined && left.length === 0;
  };
  const run = async (): Promise<void> => {
    if (!(await isReplaced())) return;
    const { error } = await remove(method.is_default ? replacement?.id : undefined);
    if (error === undefined) onRemoved();
    else fail(error);
  };
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open
      danger
      title={text.title}
      confirmLabel={replaces && replacement ? text.replaceAndRemove : text.go(name)}
      busy={busy}
      onConfirm={() => void go()}
      onCancel={onClose}
    >
      <Stack spacing={3}>
        <Typography>{text.question}</Typography>
        <Stack direction="row" spacing={3}>
          <MethodIcon method={method} />
          <Typography variant="subtitle1">{name}</Typography>
        </Stack>
        {method.is_default && replacement && newestFirst.length === 1 && (
          <Typography>{text.becomesDefault(cardName(replacement))}</Typography>
        )}
        {method.is_default && replacement && newestFirst.length > 1 && (
          <div>
            <Typography id={legendId} variant="subtitle1">
              {text.nextDefault}
            </Typography>
            <RadioGroup aria-labelledby={legendId} value={replacement.id} onChange={(_, value) => setChosen(value)}>
              {newestFirst.map((card) => (
                <FormControlLabel
                  key={card.id}
                  value={card.id}
                  disabled={busy}
                  control={<Radio />}
                  label={cardName(card)}
                />
              ))}
            </RadioGroup>
          </div>
        )}
        {refused !== null && (
          <Alert severity="error" role="alert">
            <AlertTitle>{text.failed}</AlertTitle>
            <span>{refused.message}</span>
          </Alert>
        )}
        {unmoved.length > 0 && <UnmovedList title={text.stillCharged(name)} unmoved={unmoved} />}
        {replaces && replacement && !method.is_default && (
          <SelectField
            label={text.replacement}
            value={replacement.id}
            options={replacements.map((card) => ({ value: card.id, label: cardName(card) }))}
            onChange={({ target: { value } }) => setChosen(value)}
          />
        )}
        {refused?.inUse === true && !replacement && onAdd && (
          <div>
            <Button onClick={onAdd}>{cardMessages.add}</Button>
          </div>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
