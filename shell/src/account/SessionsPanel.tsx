import { type ReactNode, useState } from 'react';
import type { Notification } from 'shared-api';
import { factsText } from 'shared-api/contracts';
import { type AccountSession, endOtherSessions, endSession, listSessions } from 'shared-api/contracts/accounts';
import { ConfirmDialog, ErrorState, formatInstant, LoadingBlock, Panel, StatusBadge } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { Caller } from './account-calls';
import { AccountRow } from './AccountRow';
import { browserTimeZone } from './day';
import { messages } from './messages';
import { useAnswer } from './use-answer';

const text = messages.sessions;

const instant = (epochSeconds: number): string => formatInstant(epochSeconds, browserTimeZone());

function detailOf({ network, started_at: started, last_seen_at: seen, current }: AccountSession): string {
  return factsText([network, text.started(instant(started)), !current && text.lastSeen(instant(seen))]);
}

export interface SessionsPanelProps {
  caller: Caller;
  notify: (notification: Notification) => void;
}

/** Lists where the person is signed in and ends sessions. */
export function SessionsPanel({ caller, notify }: SessionsPanelProps): ReactNode {
  const { data, error, reload, replace } = useAnswer(caller, listSessions);
  /** The session that is ending, or `others`. */
  const [ending, setEnding] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);

  const end = async (session: AccountSession | null): Promise<void> => {
    setEnding(session?.id ?? 'others');
    const answer = session
      ? await caller(endSession, { params: { session: session.id } })
      : await caller(endOtherSessions, {});
    setEnding(null);
    setAsking(false);
    if (answer.error) {
      notify({ severity: 'error', message: answer.error.message });
      reload();
      return;
    }
    replace(answer.data);
    notify({ severity: 'success', message: session ? text.ended(session.device) : text.othersEnded });
  };

  const others = data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <Panel
      title={text.title}
      description={text.description}
      actions={
        others > 0 && (
          <Button disabled={ending !== null} onClick={() => setAsking(true)}>
            {text.endOthers}
          </Button>
        )
      }
    >
      {error && <ErrorState title={text.failed} message={error.message} onRetry={reload} />}
      {!data && !error && <LoadingBlock label={text.loading} />}
      {data?.sessions.map((session) => (
        <AccountRow
          key={session.id}
          name={session.device}
          badge={session.current && <StatusBadge tone="success">{text.current}</StatusBadge>}
          detail={detailOf(session)}
          actions={
            !session.current && (
              <Button
                aria-label={text.endLabel(session.device)}
                loading={ending === session.id}
                disabled={ending !== null}
                onClick={() => void end(session)}
              >
                {text.end}
              </Button>
            )
          }
        />
      ))}
      <ConfirmDialog
        open={asking}
        title={text.othersTitle}
        confirmLabel={text.endOthers}
        busy={ending === 'others'}
        onConfirm={() => void end(null)}
        onCancel={() => setAsking(false)}
      >
        {text.othersText(others)}
      </ConfirmDialog>
    </Panel>
  );
}
