import { type ReactNode, useId, useState } from 'react';
import type { PracticeSummary, PhoneNumbers as PhoneNumbersData } from 'shared-api/contracts';
import { Alert, AlertTitle, Box, Button } from 'shared-ui/mui';
import { AccountPanel } from './AccountPanel';
import { type AccountNumber, accountsOf, obstacles, otherSide, type Side } from './accounts';
import { LabelDialog } from './LabelDialog';
import { phoneNumbersMessages as messages } from './messages';
import { MoveHistory } from './MoveHistory';
import { resolveResult, type Transfer } from './results';
import { type TransferRequest, TransferPopover } from './TransferPopover';
import { TransferResults } from './TransferResults';
import { useTransfers } from './use-transfers';

const sides: readonly Side[] = ['practice', 'organization'];
const none: ReadonlySet<string> = new Set();

export interface PhoneNumbersProps {
  data: PhoneNumbersData;
  practice: PracticeSummary;
  search: string;
  /** Why the refetch of the lists failed. */
  failed: string | undefined;
  /** The lists are loading. */
  reading: boolean;
  reread: () => Promise<unknown>;
}

/** The two accounts, the transfers between them, and past moves. */
export function PhoneNumbers({ data, practice, search, failed, reading, reread }: PhoneNumbersProps): ReactNode {
  const [selectedSids, setSelectedSids] = useState(none);
  const [request, setRequest] = useState<TransferRequest | null>(null);
  const [labeled, setLabeled] = useState<AccountNumber | null>(null);
  const obstacleId = useId();
  const transfers = useTransfers(practice.id, reread);
  const accounts = accountsOf(data);
  const accountProblems = obstacles(accounts);
  const busy = transfers.phase !== 'idle' || reading;

  const start = (moves: readonly Transfer[]): void => {
    setRequest(null);
    setSelectedSids(none);
    void transfers.start(moves);
  };
  const begin = ({ from, numbers }: TransferRequest): void => {
    const to = otherSide(from);
    const [origin, destination] = [accounts[from].sid, accounts[to].sid];
    if (origin === null || destination === null) return;
    start(numbers.map((number) => ({ number, to, origin, destination })));
  };
  const results = transfers.results.map((result) =>
    busy
      ? { ...result, notes: [], canRetry: false }
      : resolveResult(result, failed === undefined ? accounts : undefined),
  );

  return (
    <>
      {accountProblems.length > 0 && <Obstacles id={obstacleId} lines={accountProblems} />}
      {failed !== undefined && <RereadFailed message={failed} onRetry={() => void reread()} />}
      {results.length > 0 && (
        <TransferResults results={results} phase={transfers.phase} onRetry={start} onClose={transfers.clearResults} />
      )}
      <Box
        sx={{
          display: 'grid',
          alignItems: 'start',
          gap: '16px',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 520px), 1fr))',
        }}
      >
        {sides.map((side) => (
          <AccountPanel
            key={side}
            account={accounts[side]}
            search={search}
            selectedSids={selectedSids}
            onSelect={setSelectedSids}
            busy={busy}
            reasonId={accountProblems.length > 0 ? obstacleId : undefined}
            onLabel={setLabeled}
            onRequest={(anchor: HTMLElement, numbers: readonly AccountNumber[]) =>
              setRequest({ anchor, from: side, numbers })
            }
          />
        ))}
      </Box>
      <MoveHistory moves={data.moves} timeZone={practice.time_zone} />
      {labeled && (
        <LabelDialog practiceId={practice.id} number={labeled} reread={reread} onClose={() => setLabeled(null)} />
      )}
      <TransferPopover request={request} onCancel={() => setRequest(null)} onTransfer={begin} />
    </>
  );
}

/** Why no number can be moved. */
function Obstacles({ id, lines }: { id: string; lines: readonly string[] }): ReactNode {
  return (
    <div id={id}>
      <Alert severity="warning">
        <AlertTitle>{messages.obstacles}</AlertTitle>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </Alert>
    </div>
  );
}

function RereadFailed({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  return (
    <Alert severity="error" role="alert" action={<Button onClick={onRetry}>{messages.results.retryRead}</Button>}>
      <AlertTitle>{messages.failedAgain}</AlertTitle>
      <span>{message}</span>
    </Alert>
  );
}
