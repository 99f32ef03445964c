import type { BulkResult } from 'shared-api/contracts';
import { Button, type Choice, commonMessages, Notice, Panel, RefreshIcon, Stack, Text } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { mergeRetryResults, type BulkOperation, failedFirst, countResults, resultToast } from './bulk';
import { messages } from './messages';
import { ResultsTable } from './ResultsTable';
import { useBulk } from './use-bulk';

const text = messages.results;

/** A bulk change that was answered at once. */
export interface BulkOutcome {
  /** Tells one change of this visit from the next. */
  id: number;
  operation: BulkOperation;
  /** What was added or removed. */
  items: readonly Choice[];
  results: readonly BulkResult[];
}

export interface BulkResultsProps {
  of: BulkOutcome;
  onClose: () => void;
  /** The practices that failed are tried again as a job: they are many. */
  onJob: (job: string) => void;
}

/** What became of each practice of a small set, with a way to try the failed ones again. */
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
            <Button icon={<RefreshIcon size={14} />} busy={busy} onClick={() => void retry()}>
              {text.retry(failed.length)}
            </Button>
          )}
          <Button onClick={onClose}>{commonMessages.close}</Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text role="status">{text.counts(tally)}</Text>
        {problem && (
          <Notice tone={problem.unknown ? 'attention' : 'danger'} live="assertive">
            {problem.message}
          </Notice>
        )}
        <ResultsTable results={results} />
      </Stack>
    </Panel>
  );
}
