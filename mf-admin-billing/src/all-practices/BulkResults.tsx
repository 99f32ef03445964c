import { type BulkResult, bulkResultsCsvHead, bulkResultsCsvLines } from 'shared-api/contracts';
import { type Choice, commonMessages, download, DownloadIcon, Panel, RefreshIcon } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { mergeRetryResults, type BulkOperation, failedFirst, countResults, resultToast } from './bulk';
import { messages } from './messages';
import { ResultsTable } from './ResultsTable';
import { useBulk } from './use-bulk';

const text = messages.results;

/** A bulk change whose results came in its response. */
export interface BulkOutcome {
  /** Unique per change in this visit. */
  id: number;
  operation: BulkOperation;
  /** The added or removed items. */
  items: readonly Choice[];
  results: readonly BulkResult[];
}

function downloadCsv(results: readonly BulkResult[]): void {
  const content = bulkResultsCsvHead() + bulkResultsCsvLines(results);
  download(new Blob([content], { type: 'text/csv;charset=utf-8' }), text.csvFileName);
}

export interface BulkResultsProps {
  of: BulkOutcome;
  onClose: () => void;
  /** Called when a retry of many failed practices runs as a job. */
  onJob: (job: string) => void;
}

/** The result for each of a few practices, with a retry for failed ones. */
export function BulkResults({ of, onClose, onJob }: BulkResultsProps): ReactNode {
  const { operation, items } = of;
  const { notify } = useRemote();
  const [results, setResults] = useState(() => failedFirst(of.results));
  const { busy, problem, send } = useBulk();
  const tally = countResults(results);
  const failed = results.filter(({ status }) => status === 'failed').map(({ practice_id }) => practice_id);

  const retry = async (): Promise<void> => {
    const { action, type } = operation;
    const answer = await send(operation, {
      action,
      type,
      items: items.map(({ value }) => value),
      practice_ids: failed,
    });
    if (answer?.job_id !== undefined) onJob(answer.job_id);
    if (answer?.status === 'waiting') notify({ severity: 'info', message: messages.bulk.waiting(answer.message) });
    if (!answer?.results) return;
    setResults(mergeRetryResults(results, answer.results));
    notify(resultToast(operation, countResults(answer.results)));
  };

  return (
    <Panel
      title={text.title(operation)}
      description={items.map(({ label }) => label).join(', ')}
      actions={
        <>
          {failed.length > 0 && (
            <Button startIcon={<RefreshIcon size={14} />} loading={busy} onClick={() => void retry()}>
              {text.retry(failed.length)}
            </Button>
          )}
          <Button startIcon={<DownloadIcon size={14} />} onClick={() => downloadCsv(results)}>
            {text.csv}
          </Button>
          <Button onClick={onClose}>{commonMessages.close}</Button>
        </>
      }
    >
      <Stack spacing={3}>
        <Typography role="status">{text.counts(tally)}</Typography>
        {problem && (
          <Alert severity={problem.unknown ? 'warning' : 'error'} role="alert">
            {problem.message}
          </Alert>
        )}
        <ResultsTable results={results} />
      </Stack>
    </Panel>
  );
}
