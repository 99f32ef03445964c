import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Choice } from 'shared-ui';
import { type BulkOperation, countResults, resultToast } from './bulk';
import { BulkDialog } from './BulkDialog';
import { BulkResults, type BulkOutcome } from './BulkResults';
import { JobPanel } from './JobPanel';
import { messages } from './messages';
import { type Selection, sizeOf, type Target, targetOf } from './selection';
import { targetText } from './SelectionBar';
import type { SelectionStore } from './selection-store';
import type { BulkAnswer } from './use-bulk';

const text = messages.bulk;

/** An open bulk change, for the selection at the time it was opened. */
interface PendingBulk {
  operation: BulkOperation;
  target: Target;
  practicesText: string;
}

export interface BulkWorkflow {
  start: (operation: BulkOperation) => void;
  pending: PendingBulk | null;
  results: BulkOutcome | null;
  /** The job that was started on this page. */
  startedJobId: string | null;
  cancel: () => void;
  showAnswer: (operation: BulkOperation, items: Choice[], answer: BulkAnswer) => void;
  followJob: (job: string) => void;
  closeResults: () => void;
}

function practicesTextOf(selection: Selection): string {
  const size = sizeOf(selection);
  return selection.kind === 'matching' ? text.matching(size, targetText(selection.filter)) : text.selected(size);
}

export function useBulkWorkflow(store: SelectionStore, onJob: (job: string | null) => void): BulkWorkflow {
  const { notify } = useRemote();
  const [begun, setBegun] = useState<PendingBulk | null>(null);
  const [small, setSmall] = useState<BulkOutcome | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const follow = (job: string): void => {
    setStarted(job);
    setSmall(null);
    onJob(job);
  };
  return {
    pending: begun,
    results: small,
    startedJobId: started,
    start(operation) {
      const { selection } = store.state();
      const target = operation.forInsiders ? { filter: { insider: true } } : targetOf(selection);
      if (target) setBegun({ operation: operation, target, practicesText: practicesTextOf(selection) });
    },
    cancel: () => setBegun(null),
    showAnswer(operation, items, { results, job_id }) {
      setBegun(null);
      if (job_id !== undefined) follow(job_id);
      if (!results) return;
      setSmall({ id: (small?.id ?? 0) + 1, operation, items, results });
      onJob(null);
      notify(resultToast(operation, countResults(results)));
    },
    followJob: follow,
    closeResults: () => setSmall(null),
  };
}

export interface BulkWorkProps {
  work: BulkWorkflow;
  /** The job id in the address. */
  job: string | null;
  onJob: (job: string | null) => void;
}

/** The open bulk change, and the result of the last one. */
export function BulkWork({ work, job, onJob }: BulkWorkProps): ReactNode {
  const {
    pending: begun,
    results: small,
    startedJobId: started,
    cancel,
    showAnswer: answered,
    followJob: follow,
    closeResults: forget,
  } = work;
  return (
    <>
      {job !== null && (
        <FocusOnMount key={job} focused={job === started}>
          <JobPanel job={job} started={job === started} onClose={() => onJob(null)} />
        </FocusOnMount>
      )}
      {small && (
        <FocusOnMount key={small.id} focused>
          <BulkResults of={small} onClose={forget} onJob={follow} />
        </FocusOnMount>
      )}
      {begun && (
        <BulkDialog {...begun} onClose={cancel} onDone={(items, answer) => answered(begun.operation, items, answer)} />
      )}
    </>
  );
}

/** Moves the focus to a new result after its dialog has closed, which also scrolls it into view. */
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
