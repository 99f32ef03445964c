import { apiErrorOf } from 'shared-api';
import { CancelButton, commonMessages, styled, TitledDialog, useStoredForm } from 'shared-ui';
import { CheckboxField } from 'shared-ui/choices';
import { Alert, AlertTitle, Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { usePreviewRemovalQuery } from '../api';
import { EffectList } from '../effect/EffectList';
import { CriticalWarning } from '../features-summary/CriticalWarning';
import { effectMessages } from '../effect/messages';
import { subscriptionsMessages } from './messages';
import { type Seat, seatName } from './seats';
import { removalRecord } from './stored-removal';
import { useRemoval } from './use-removal';

const messages = subscriptionsMessages.removal;

const Names = styled('ul')({ margin: '4px 0 0', paddingLeft: 18 });

export interface RemoveDialogProps {
  /** The ids of the items for which the dialog was opened. */
  itemIds: readonly string[];
  /** The chosen seats that the practice still has. */
  seats: readonly Seat[];
  /** Called when some of these seats are gone, to read the list again. */
  onStale: () => void;
  onClose: () => void;
}

/** Asks before seats are removed, and shows what the practice loses. A reload keeps the choice. */
export function RemoveDialog({ itemIds, seats, onStale, onClose }: RemoveDialogProps): ReactNode {
  const { id: practiceId, time_zone } = usePractice();
  const {
    form: deactivate,
    setForm: setDeactivate,
    isChanged,
  } = useStoredForm({ record: removalRecord(practiceId), request: itemIds, initial: true });
  const { remaining, removed, busy, failed, run } = useRemoval(seats);
  const { currentData, error, isFetching, refetch } = usePreviewRemovalQuery(
    {
      practice: practiceId,
      body: { subscription_item_ids: remaining.map(({ item }) => item.id), deactivate_features: deactivate },
    },
    { refetchOnMountOrArgChange: true, skip: busy || remaining.length === 0 },
  );
  const effect = isFetching || error ? undefined : currentData;
  const names = remaining.map((seat) => seatName(seat, time_zone));
  const isStale = apiErrorOf(error)?.status === 404 && !isFetching;
  const readAgain = useEffectEvent(onStale);
  useEffect(() => {
    if (isStale) readAgain();
  }, [isStale]);
  const why = effect ? undefined : error && !isFetching ? effectMessages.needed : effectMessages.wait;

  if (remaining.length === 0 && !busy) {
    return (
      <TitledDialog
        open
        title={messages.title}
        role="alertdialog"
        maxWidth="xs"
        onClose={onClose}
        actions={<Button onClick={onClose}>{commonMessages.close}</Button>}
      >
        <Typography>{messages.none}</Typography>
      </TitledDialog>
    );
  }
  return (
    <TitledDialog
      open
      title={messages.title}
      role="alertdialog"
      maxWidth="xs"
      isChanged={isChanged}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <CancelButton autoFocus disabled={busy}>
            {messages.keep}
          </CancelButton>
          <Button
            variant="contained"
            color="error"
            loading={busy}
            reason={busy ? undefined : why}
            onClick={() => void run(deactivate).then((all) => all && onClose())}
          >
            {failed.length > 0 ? commonMessages.retry : messages.confirm(remaining.length)}
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        <div>
          <Typography>{messages.question(names)}</Typography>
          {names.length > 1 && (
            <Names>
              {remaining.map(({ item }, at) => (
                <li key={item.id}>{names[at]}</li>
              ))}
            </Names>
          )}
          <Typography color="textSecondary">{messages.stillPaid}</Typography>
        </div>
        <CheckboxField
          label={messages.deactivate}
          helperText={messages.deactivateHelp}
          checked={deactivate}
          disabled={busy}
          onChange={(_, checked) => setDeactivate(checked)}
        />
        {!deactivate && (
          <Alert severity="warning" role="status">
            {messages.warning}
          </Alert>
        )}
        <CriticalWarning bundles={effect?.bundles_lost.map(({ display_name }) => display_name) ?? []} />
        <EffectList effect={effect} error={isFetching ? undefined : apiErrorOf(error)} onRetry={() => void refetch()} />
        {failed.length > 0 && (
          <Alert severity="error" role="alert">
            <AlertTitle>{messages.failed}</AlertTitle>
            {messages.itemFailed}
            {removed.length > 0 && <div>{messages.gone(removed.join(', '))}</div>}
            <div>{messages.left}</div>
            <Names>
              {failed.map(({ id, name, message }) => (
                <li key={id}>{messages.itemNamed(name, message)}</li>
              ))}
            </Names>
          </Alert>
        )}
      </Stack>
    </TitledDialog>
  );
}
