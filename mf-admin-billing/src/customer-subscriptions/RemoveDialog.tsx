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
import { type Removal, useRemoval } from './use-removal';

const messages = subscriptionsMessages.removal;

const Names = styled('ul')({ margin: '4px 0 0', paddingLeft: 18 });

export interface RemoveDialogProps {
  /** Ids of the items for which the dialog was opened. */
  itemIds: readonly string[];
  /** The selected seats that the practice still has. */
  seats: readonly Seat[];
  /** Called when some of these seats no longer exist, to refetch the list. */
  onStale: () => void;
  onClose: () => void;
}

interface RemovalPreview {
  remaining: readonly Seat[];
  deactivate: boolean;
  busy: boolean;
  onStale: () => void;
}

/** What the practice loses with the seats, and why they can't be removed until that is known. */
function useRemovalEffect({ remaining, deactivate, busy, onStale }: RemovalPreview) {
  const { currentData, error, isFetching, refetch } = usePreviewRemovalQuery(
    {
      practice: usePractice().id,
      body: { subscription_item_ids: remaining.map(({ item }) => item.id), deactivate_features: deactivate },
    },
    { refetchOnMountOrArgChange: true, skip: busy || remaining.length === 0 },
  );
  const effect = isFetching || error ? undefined : currentData;
  const failure = isFetching ? undefined : apiErrorOf(error);
  const isStale = failure?.status === 404;
  const readAgain = useEffectEvent(onStale);
  useEffect(() => {
    if (isStale) readAgain();
  }, [isStale]);
  const why = effect ? undefined : failure ? effectMessages.needed : effectMessages.wait;
  return { effect, failure, why, retry: () => void refetch() };
}

/** Asks whether to give up these seats. Lists several. */
function RemovalQuestion({ seats }: { seats: readonly Seat[] }): ReactNode {
  const { time_zone } = usePractice();
  const names = seats.map((seat) => seatName(seat, time_zone));
  return (
    <div>
      <Typography>{messages.question(names)}</Typography>
      {names.length > 1 && (
        <Names>
          {seats.map(({ item }, at) => (
            <li key={item.id}>{names[at]}</li>
          ))}
        </Names>
      )}
      <Typography color="textSecondary">{messages.stillPaid}</Typography>
    </div>
  );
}

/** Lists the seats that couldn't be removed, and those that were. */
function RemovalFailures({ failed, removed }: Pick<Removal, 'failed' | 'removed'>): ReactNode {
  const isUnknown = failed.every((item) => item.isUnknown);
  return (
    <Alert severity={isUnknown ? 'warning' : 'error'} role="alert">
      <AlertTitle>{isUnknown ? messages.unknownTitle : messages.failed}</AlertTitle>
      {!isUnknown && messages.itemFailed}
      {removed.length > 0 && <div>{messages.gone(removed.join('; '))}</div>}
      {!isUnknown && <div>{messages.left}</div>}
      <Names>
        {failed.map(({ id, name, message }) => (
          <li key={id}>{messages.itemNamed(name, message)}</li>
        ))}
      </Names>
    </Alert>
  );
}

/** Asks before seats are removed, and shows what the practice loses. A reload keeps the choice. */
export function RemoveDialog({ itemIds, seats, onStale, onClose }: RemoveDialogProps): ReactNode {
  const { id: practiceId } = usePractice();
  const {
    form: deactivate,
    setForm: setDeactivate,
    isChanged,
  } = useStoredForm({ record: removalRecord(practiceId), request: itemIds, initial: true });
  const { remaining, removed, busy, failed, run } = useRemoval(seats);
  const { effect, failure, why, retry } = useRemovalEffect({ remaining, deactivate, busy, onStale });

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
        <Typography>{removed.length > 0 ? messages.gone(removed.join('; ')) : messages.none}</Typography>
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
        <RemovalQuestion seats={remaining} />
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
        <EffectList effect={effect} error={failure} onRetry={retry} />
        {failed.length > 0 && <RemovalFailures failed={failed} removed={removed} />}
      </Stack>
    </TitledDialog>
  );
}
