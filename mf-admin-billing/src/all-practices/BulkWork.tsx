import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Choice } from 'shared-ui';
import { type Deed, tallyOf, toastOf } from './bulk';
import { BulkDialog } from './BulkDialog';
import { BulkResults, type SmallBulk } from './BulkResults';
import { JobPanel } from './JobPanel';
import { words } from './messages';
import { type Selection, sizeOf, type Target, targetOf } from './selection';
import { whatText } from './SelectionBar';
import type { SelectionStore } from './selection-store';
import type { BulkAnswer } from './use-bulk';

const text = words.bulk;

/** A bulk change that is being chosen, for the selection as it was when it was begun. */
interface Begun {
  deed: Deed;
  target: Target;
  who: string;
}

export interface BulkWorkState {
  begin: (deed: Deed) => void;
  begun: Begun | null;
  small: SmallBulk | null;
  /** The job that was started in this visit. */
  started: string | null;
  cancel: () => void;
  answered: (deed: Deed, items: Choice[], answer: BulkAnswer) => void;
  follow: (job: string) => void;
  forget: () => void;
}

function whoOf(selection: Selection): string {
  const size = sizeOf(selection);
  return selection.kind === 'matching' ? text.matching(size, whatText(selection.filter)) : text.selected(size);
}

export function useBulkWork(store: SelectionStore, onJob: (job: string | null) => void): BulkWorkState {
  const { notify } = useRemote();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [small, setSmall] = useState<SmallBulk | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const follow = (job: string): void => {
    setStarted(job);
    setSmall(null);
    onJob(job);
  };
  return {
    begun,
    small,
    started,
    begin(deed) {
      const { selection } = store.state();
      const target = deed.forInsiders ? { filter: { insider: true } } : targetOf(selection);
      if (target) setBegun({ deed, target, who: whoOf(selection) });
    },
    cancel: () => setBegun(null),
    answered(deed, items, { results, job_id }) {
      setBegun(null);
      if (job_id !== undefined) follow(job_id);
      if (!results) return;
      setSmall({ id: (small?.id ?? 0) + 1, deed, items, results });
      onJob(null);
      notify(toastOf(deed, tallyOf(results)));
    },
    follow,
    forget: () => setSmall(null),
  };
}

export interface BulkWorkProps {
  work: BulkWorkState;
  /** The job of the address. */
  job: string | null;
  onJob: (job: string | null) => void;
}

/** The bulk change that is being chosen, and what became of the last one. */
export function BulkWork({ work, job, onJob }: BulkWorkProps): ReactNode {
  const { begun, small, started, cancel, answered, follow, forget } = work;
  return (
    <>
      {job !== null && (
        <Arriving key={job} focused={job === started}>
          <JobPanel job={job} started={job === started} onClose={() => onJob(null)} />
        </Arriving>
      )}
      {small && (
        <Arriving key={small.id} focused>
          <BulkResults of={small} onClose={forget} onJob={follow} />
        </Arriving>
      )}
      {begun && (
        <BulkDialog {...begun} onClose={cancel} onDone={(items, answer) => answered(begun.deed, items, answer)} />
      )}
    </>
  );
}

/** What has just come of a change takes the focus from the dialog that is gone, and so comes into view. */
function Arriving({ focused, children }: { focused: boolean; children: ReactNode }): ReactNode {
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
