import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Choice, useStoredRequest } from 'shared-ui';
import { type BulkOperation, countResults, resultToast } from './bulk';
import { BulkDialog } from './BulkDialog';
import { BulkResults, type BulkOutcome } from './BulkResults';
import { JobPanel } from './JobPanel';
import { messages } from './messages';
import { type Selection, sizeOf, type Target, targetOf } from './selection';
import { type LabelOf, targetText } from './filter-text';
import type { SelectionStore } from './selection-store';
import { BULK_RECORD, bulkOperationIn } from './stored-bulk';
import type { BulkAnswer } from './use-bulk';

const text = messages.bulk;

/** An open bulk change for the selection at the time it was opened. */
interface PendingBulk {
  operation: BulkOperation;
  target: Target;
  selection: Selection;
}

/** Null without a selected practice. */
function pendingOf(operation: BulkOperation, { selection }: SelectionStore): PendingBulk | null {
  const target = operation.forInsiders ? { filter: { insider: true } } : targetOf(selection);
  return target ? { operation, target, selection } : null;
}

export interface BulkWorkflow {
  start: (operation: BulkOperation) => void;
  pending: (PendingBulk & { practicesText: string }) | null;
  results: BulkOutcome | null;
  /** The job that was started on this page. */
  startedJobId: string | null;
  cancel: () => void;
  showAnswer: (operation: BulkOperation, items: Choice[], answer: BulkAnswer) => void;
  followJob: (job: string) => void;
  closeResults: () => void;
}

function practicesTextOf(selection: Selection, labelOf: LabelOf): string {
  if (selection.kind === 'single') return text.selected(sizeOf(selection));
  const { filter, count, excluded } = selection;
  return text.matching(count, targetText(filter, labelOf, count), excluded.size);
}

export function useBulkWorkflow(
  store: SelectionStore,
  labelOf: LabelOf,
  onJob: (job: string | null) => void,
): BulkWorkflow {
  const { notify } = useRemote();
  const stored = useStoredRequest(BULK_RECORD);
  const [pending, setPending] = useState(() => {
    const operation = bulkOperationIn(stored);
    return operation && pendingOf(operation, store);
  });
  const [results, setResults] = useState<BulkOutcome | null>(null);
  const [startedJobId, setStartedJobId] = useState<string | null>(null);
  const followJob = (job: string): void => {
    setStartedJobId(job);
    setResults(null);
    onJob(job);
  };
  const start = useCallback((operation: BulkOperation): void => setPending(pendingOf(operation, store)), [store]);
  return {
    pending: pending && { ...pending, practicesText: practicesTextOf(pending.selection, labelOf) },
    results,
    startedJobId,
    start,
    cancel: () => setPending(null),
    showAnswer(operation, items, { status, message, results: bulkResults, job_id }) {
      setPending(null);
      if (status === 'waiting') notify({ severity: 'info', message: text.waiting(message) });
      if (job_id !== undefined) followJob(job_id);
      if (!bulkResults) return;
      setResults({ id: (results?.id ?? 0) + 1, operation, items, results: bulkResults });
      onJob(null);
      notify(resultToast(operation, countResults(bulkResults)));
    },
    followJob,
    closeResults: () => setResults(null),
  };
}

export interface BulkWorkProps {
  work: BulkWorkflow;
  /** The job id in the URL. */
  job: string | null;
  onJob: (job: string | null) => void;
}

/** The open bulk change, and the result of the last one. */
export function BulkWork({ work, job, onJob }: BulkWorkProps): ReactNode {
  const { pending, results, startedJobId, cancel, showAnswer, followJob, closeResults } = work;
  return (
    <>
      {job !== null && (
        <FocusOnMount key={job} focused={job === startedJobId}>
          <JobPanel job={job} started={job === startedJobId} onClose={() => onJob(null)} />
        </FocusOnMount>
      )}
      {results && (
        <FocusOnMount key={results.id} focused>
          <BulkResults of={results} onClose={closeResults} onJob={followJob} />
        </FocusOnMount>
      )}
      {pending && (
        <BulkDialog
          {...pending}
          onClose={cancel}
          onDone={(items, answer) => showAnswer(pending.operation, items, answer)}
        />
      )}
    </>
  );
}

/** Focuses a new result after its dialog has closed, which also scrolls it into view. */
function FocusOnMount({ focused, children }: { focused: boolean; children: ReactNode }): ReactNode {
  const node = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) node.current?.focus();
  }, [focused]);
  return (
    <div ref={node} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  );
}
