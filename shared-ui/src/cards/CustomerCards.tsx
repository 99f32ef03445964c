import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { apiErrorOf, serverMessage } from 'shared-api';
import { type ReactNode, useState } from 'react';
import { ErrorState, LoadingBlock } from '../feedback/states';
import { PlusIcon } from '../icons';
import { Button } from '../mui/Button';
import { useRemote } from '../remote/use-remote';
import { color, radius } from '../theme/tokens';
import {
  type CallResult,
  type MovedSubscriptions,
  type OtherMethod,
  type PaymentMethod,
  type QueryState,
  reasonOf,
  type StoredMethod,
} from './calls';
import { CardTile, methodName } from './CardTile';
import { cardMessages as text } from './messages';
import { pinnedToOthers, replacementsOf } from './pinned-subscriptions';
import { RemoveCardDialog } from './RemoveCardDialog';
import { SetDefaultDialog } from './SetDefaultDialog';

/** Height of a card and its skeleton, in pixels. */
const CARD_HEIGHT = 52;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
});

/** As tall as a card, so that the button below doesn't move. */
const None = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 2,
  boxSizing: 'border-box',
  minHeight: CARD_HEIGHT,
  padding: '12px 16px',
  border: `1px dashed ${color.control}`,
  borderRadius: radius.panel,
});

const shape = <Skeleton height={2 * CARD_HEIGHT} />;

const idsOf = (subscriptions: PaymentMethod['charged_for']): string[] =>
  (subscriptions ?? []).map(({ subscription_id: id }) => id);

export interface CustomerCardsProps {
  /** Name of the customer. */
  customer: string;
  cards: QueryState<readonly PaymentMethod[]>;
  /** Payment methods other than cards. They load with the cards. */
  otherMethods?: readonly OtherMethod[] | undefined;
  setDefault: (card: string) => PromiseLike<CallResult<unknown>>;
  /**
   * Makes a card the default and moves subscriptions with their own card to it. Without it, such subscriptions keep
   * their card.
   */
  moveSubscriptions?: (card: string, subscriptions: readonly string[]) => PromiseLike<CallResult<MovedSubscriptions>>;
  /** Called after a card becomes the default, not for other methods. */
  onDefault?: (card: string) => void;
  /** `nextDefault`: the card that becomes the default if the removed one was. */
  remove: (card: string, nextDefault?: string) => PromiseLike<CallResult<unknown>>;
  /**
   * Where the error of a failed default or removal appears: clinics get a toast (billing, 8), internal staff get none
   * (internal administration, 8) and read it on the page. The removal dialog always shows it.
   */
  refusals: 'toast' | 'inline';
  /** Why this person can't manage cards. Disables every button with this reason. */
  why?: string | undefined;
  /** Unused, because the server says when a card expires. */
  today?: string;
  /** Explains what a card is for when there are none. */
  noneHelp: string;
  /** Renders the dialog that adds a card. */
  adding: (close: () => void) => ReactNode;
}

/**
 * Lists a customer's payment methods, and adds, removes and changes the default. A list that failed to load never looks
 * empty.
 *
 * @example
 * const cards = { data: [], isFetching: false, refetch: () => undefined };
 * const done = () => Promise.resolve({ data: null });
 * return (
 *   <CustomerCards
 *     customer="Bright Smiles Dental"
 *     cards={cards}
 *     setDefault={done}
 *     remove={done}
 *     refusals="toast"
 *     noneHelp="A subscription needs a card."
 *     adding={(close) => <Button onClick={close}>Close</Button>}
 *   />
 * );
 */
export function CustomerCards(props: CustomerCardsProps): ReactNode {
  const {
    customer,
    cards,
    otherMethods = [],
    setDefault,
    moveSubscriptions,
    onDefault,
    remove,
    refusals,
    why,
    noneHelp,
    adding,
  } = props;
  const { data, error, isFetching, refetch } = cards;
  const { notify } = useRemote();
  const [defaulting, setDefaulting] = useState<string | null>(null);
  const [notDefault, setNotDefault] = useState<{ card: string; reason: string } | null>(null);
  /** The new default, once the person has decided about subscriptions with other cards. */
  const [asked, setAsked] = useState<StoredMethod | null>(null);
  const [removed, setRemoved] = useState<StoredMethod | null>(null);
  const [open, setOpen] = useState(false);

  const none = data?.length === 0 && otherMethods.length === 0;

  const inToast = (refused: unknown, otherwise: string): void => {
    if (refusals === 'toast') {
      notify({ severity: 'error', message: serverMessage(apiErrorOf(refused)) ?? otherwise });
    }
  };
  const finishDefault = (method: StoredMethod): void => {
    notify({ severity: 'success', message: text.defaultSet(methodName(method)) });
    if ('card' in method) onDefault?.(method.id);
  };
  const choose = async (method: StoredMethod): Promise<void> => {
    if (moveSubscriptions && pinnedToOthers(data ?? [], method.id).length > 0) {
      setAsked(method);
      return;
    }
    setDefaulting(method.id);
    setNotDefault(null);
    const { error: refused } = await setDefault(method.id);
    setDefaulting(null);
    if (refused === undefined) {
      finishDefault(method);
      return;
    }
    inToast(refused, text.defaultFailed);
    if (refusals === 'inline') setNotDefault({ card: methodName(method), reason: reasonOf(refused) });
  };

  const tileOf = (method: StoredMethod): ReactNode => (
    <CardTile
      key={method.id}
      method={method}
      busy={defaulting === method.id}
      why={why}
      onDefault={() => void choose(method)}
      onRemove={() => setRemoved(method)}
    />
  );

  return (
    <Stack spacing={3}>
      {notDefault && (
        <Alert severity="error" role="alert">
          <AlertTitle>{text.notDefault(notDefault.card)}</AlertTitle>
          <span>{notDefault.reason}</span>
        </Alert>
      )}
      {error !== undefined ? (
        <ErrorState
          title={text.failed}
          message={apiErrorOf(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingBlock label={text.loading} shape={shape} />
      ) : none ? (
        <None>
          <Typography variant="subtitle1">{text.none}</Typography>
          <Typography color="textSecondary">{noneHelp}</Typography>
        </None>
      ) : (
        <>
          {data.length > 0 && <List aria-label={text.list(customer)}>{data.map(tileOf)}</List>}
          {otherMethods.length > 0 && <List aria-label={text.others(customer)}>{otherMethods.map(tileOf)}</List>}
        </>
      )}
      {/* Rendered in every state, so that a reload doesn't move it. */}
      <div style={{ margin: '-8px -12px' }}>
        <Button
          variant="text"
          startIcon={<PlusIcon size={14} />}
          reason={why}
          aria-label={text.addTo(customer)}
          onClick={() => setOpen(true)}
        >
          {text.add}
        </Button>
      </div>
      {asked && moveSubscriptions && (
        <SetDefaultDialog
          method={asked}
          pinned={pinnedToOthers(data ?? [], asked.id)}
          setDefault={(subscriptions) => moveSubscriptions(asked.id, subscriptions)}
          onDefault={() => finishDefault(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {removed && (
        <RemoveCardDialog
          method={removed}
          remove={(nextDefault) => remove(removed.id, nextDefault)}
          replacements={replacementsOf(removed, data ?? [])}
          replace={
            moveSubscriptions && 'card' in removed
              ? (card) => moveSubscriptions(card, idsOf(removed.charged_for))
              : undefined
          }
          onAdd={() => {
            setRemoved(null);
            setOpen(true);
          }}
          onRemoved={() => {
            notify({ severity: 'success', message: text.removal.done(methodName(removed)) });
            setRemoved(null);
          }}
          onRefused={(refused) => inToast(refused, text.removal.failed)}
          onClose={() => setRemoved(null)}
        />
      )}
      {open && adding(() => setOpen(false))}
    </Stack>
  );
}
