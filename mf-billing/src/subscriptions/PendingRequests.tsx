import { apiErrorOf, serverMessage } from 'shared-api';
import type { BillingRequest } from 'shared-api/contracts';
import { RefreshIcon } from 'shared-ui';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { api, BILLING_TAGS, useReadBillingRequestQuery, useSettleBillingRequestMutation } from '../api';
import { messages as changeMessages } from '../changes/messages';
import { useBankAuthentication } from '../changes/use-bank-authentication';
import { messages } from './messages';
import { type FeatureSummaryState, LATE_POLL_INTERVAL_MS, MAX_POLL_MS, POLL_INTERVAL_MS } from './use-feature-summary';

const text = messages.pending;

const isFinal = ({ state }: BillingRequest): boolean => state === 'succeeded' || state === 'failed';

/**
 * Returns a callback that shows the result of a request and refetches the page's data.
 *
 * @param hidesFailure true if a dialog reports the failure itself
 */
function useFinish(hidesFailure = false): (request: BillingRequest) => void {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const dispatch = useDispatch();
  return ({ state, message }) => {
    const succeeded = state === 'succeeded';
    if (succeeded || !hidesFailure) {
      notify({
        severity: succeeded ? 'success' : 'error',
        message: message === '' ? (succeeded ? text.succeeded : text.failed) : message,
      });
    }
    dispatch(api.util.invalidateTags([...BILLING_TAGS]));
    publish('entitlements-changed', { practice: practiceId });
  };
}

interface ProcessingRequestProps {
  request: BillingRequest;
  quiet: boolean;
  /** Called when the outcome is known, or when the server doesn't know the request anymore. */
  onSettled: () => void;
}

/**
 * Polls a request until the provider has confirmed or rejected it; less often after a minute. Doesn't poll without the
 * `billing` right; the page then updates when the billing revision changes.
 */
function ProcessingRequest({ request, quiet, onSettled }: ProcessingRequestProps): ReactNode {
  const { id: practiceId } = usePractice();
  const { held, reason } = useRight('billing');
  const [late, setLate] = useState(false);
  const [settle, { isLoading }] = useSettleBillingRequestMutation();
  const { data = request, error } = useReadBillingRequestQuery(
    { practiceId, requestId: request.id },
    { pollingInterval: late ? LATE_POLL_INTERVAL_MS : POLL_INTERVAL_MS, skip: !held },
  );
  const finish = useFinish(quiet);
  const final = isFinal(data);
  const isForgotten = apiErrorOf(error)?.status === 404;
  const onFinal = useEffectEvent(() => {
    onSettled();
    finish(data);
  });
  const onForgotten = useEffectEvent(onSettled);

  useEffect(() => {
    if (final) onFinal();
  }, [final]);
  useEffect(() => {
    if (isForgotten) onForgotten();
  }, [isForgotten]);
  useEffect(() => {
    if (late || final) return undefined;
    const timer = setTimeout(() => setLate(true), MAX_POLL_MS);
    return () => clearTimeout(timer);
  }, [late, final]);

  const check = async (): Promise<void> => {
    const { data: settled } = await settle({ practiceId, requestId: request.id, giveUp: false });
    if (settled && isFinal(settled)) {
      onSettled();
      finish(settled);
    } else setLate(false);
  };

  if (final || isForgotten) return null;
  return <Confirming what={data.message} late={late} busy={isLoading} why={reason} onCheck={() => void check()} />;
}

interface ConfirmingProps {
  /** The server's description of the pending change; empty without one. */
  what?: string;
  late: boolean;
  busy?: boolean;
  why?: string | undefined;
  onCheck: () => void;
}

function Confirming({ what = '', late, busy = false, why, onCheck }: ConfirmingProps): ReactNode {
  return (
    <Alert
      severity="info"
      role="status"
      action={
        late && (
          <Button startIcon={<RefreshIcon size={14} />} loading={busy} reason={why} onClick={onCheck}>
            {text.check}
          </Button>
        )
      }
    >
      {what === '' ? (late ? text.late : text.processing) : `${what} ${late ? text.lateUpdates : text.updates}`}
    </Alert>
  );
}

/** A payment that the person hasn't confirmed with the bank, e.g. because the page was closed during the bank step. */
function UnconfirmedRequest({ request }: { request: BillingRequest }): ReactNode {
  const { id: practiceId } = usePractice();
  const { notify } = useRemote();
  const { reason } = useRight('billing');
  const [settle] = useSettleBillingRequestMutation();
  const openBankStep = useBankAuthentication();
  const finish = useFinish();
  const [busy, setBusy] = useState<'confirm' | 'giveUp' | null>(null);

  const answer = async (choice: 'confirm' | 'giveUp'): Promise<void> => {
    setBusy(choice);
    const objection = choice === 'confirm' ? await openBankStep(request.client_secret) : null;
    const giveUp = choice === 'giveUp' || objection !== null;
    const { data, error } = await settle({ practiceId, requestId: request.id, giveUp });
    setBusy(null);
    if (error) {
      notify({ severity: 'error', message: serverMessage(apiErrorOf(error)) ?? changeMessages.unknown });
    } else if (isFinal(data)) {
      finish(objection === null ? data : { ...data, message: objection });
    }
  };

  return (
    <Alert
      severity="warning"
      role="status"
      action={
        <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
          <Button
            variant="contained"
            loading={busy === 'confirm'}
            disabled={busy !== null}
            reason={reason}
            onClick={() => void answer('confirm')}
          >
            {text.confirm}
          </Button>
          <Button
            loading={busy === 'giveUp'}
            disabled={busy !== null}
            reason={reason}
            onClick={() => void answer('giveUp')}
          >
            {text.giveUp}
          </Button>
        </Stack>
      }
    >
      {request.message === '' ? text.requiresAction : request.message}
    </Alert>
  );
}

export interface PendingRequestsProps extends Pick<FeatureSummaryState, 'confirming'> {
  requests: readonly BillingRequest[];
  /**
   * Hides unconfirmed payments and failures while a dialog is open, because the dialog can run the payment itself and
   * reports its failure.
   */
  quiet: boolean;
  onCheck: () => void;
}

interface FollowedRequests {
  followed: readonly BillingRequest[];
  onSettled: (id: string) => void;
}

/**
 * The pending requests, and earlier ones whose outcome hasn't been reported yet, because a request can disappear from
 * the list before its outcome was read.
 */
function useFollowedRequests(requests: readonly BillingRequest[]): FollowedRequests {
  const { held } = useRight('billing');
  const [seen, setSeen] = useState<readonly BillingRequest[]>(requests);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const unseen = requests.filter(({ id }) => seen.every((one) => one.id !== id));
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  const left = held
    ? seen.filter(({ id, state }) => state === 'processing' && requests.every((one) => one.id !== id))
    : [];
  return {
    followed: [...requests, ...left].filter(({ id }) => !settled.has(id)),
    onSettled: (id) => setSettled((known) => new Set([...known, id])),
  };
}

/** Changes whose outcome isn't known yet. */
export function PendingRequests({ requests, confirming, quiet, onCheck }: PendingRequestsProps): ReactNode {
  const { followed, onSettled } = useFollowedRequests(requests);
  return (
    <>
      {followed.map((request) =>
        request.state === 'requires_action' ? (
          !quiet && <UnconfirmedRequest key={request.id} request={request} />
        ) : (
          <ProcessingRequest key={request.id} request={request} quiet={quiet} onSettled={() => onSettled(request.id)} />
        ),
      )}
      {confirming !== 'no' && <Confirming late={confirming === 'late'} onCheck={onCheck} />}
    </>
  );
}
