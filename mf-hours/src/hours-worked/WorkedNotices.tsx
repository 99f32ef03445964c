import type { ProviderHours, Recalculation } from 'shared-api/contracts';
import { Alert, AlertTitle, Button } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { ConflictPanel, RestoredNotice } from 'shared-ui/versioned';
import { type ReactNode, type RefObject, useState } from 'react';
import { RemovedProviders } from '../grid/RemovedProviders';
import { type CellKey, effectiveSeconds, hoursText, parseCellKey } from './cells';
import { type Entry, secondsOf } from './edits';
import { type RemovedEdit, removedNames } from './hours-store';
import { messages } from './messages';
import { cellNameOf, dayName } from './names';
import { RecalculationStatus } from './RecalculationStatus';
import type { HoursInView } from './use-hours-worked';
import type { StagedHours } from './use-staged-hours';

export interface WorkedNoticesProps {
  staged: StagedHours;
  hours: HoursInView;
  /** All providers of the range. */
  providers: readonly ProviderHours[];
  job: Recalculation | null;
  /** The notice of providers who have left with unsaved edits. */
  removed: RefObject<HTMLDivElement | null>;
  /** The conflict panel. */
  versions: RefObject<HTMLDivElement | null>;
}

/** Notices about the hours and their edits, above the hours. */
export function WorkedNotices({ staged, hours, providers, job, removed, versions }: WorkedNoticesProps): ReactNode {
  const { store, status, restored } = staged;
  const practice = usePractice();
  const [greeted, setGreeted] = useState(false);
  return (
    <>
      {hours.failed && (
        <Alert severity="error" role="alert" action={<Button onClick={hours.retry}>{messages.reading.again}</Button>}>
          <AlertTitle>{messages.reading.failed}</AlertTitle>
          <span>{hours.remedy ?? messages.reading.stale}</span>
        </Alert>
      )}
      <RestoredNotice count={greeted ? 0 : restored} onDismiss={() => setGreeted(true)} />
      {status.removed.length > 0 && (
        <RemovedProviders
          ref={removed}
          names={removedNames(status.removed)}
          added={status.added}
          fact={messages.removed.notSaved(status.removed.length)}
          lines={status.removed.map(removedText)}
          onClose={() => store.closeRemoved()}
        />
      )}
      {status.conflicts.length > 0 && (
        <ConflictPanel
          ref={versions}
          facts={[]}
          conflicts={status.conflicts.map(({ key, mine, theirs, by, choice }) => ({
            key,
            field: cellNameOf(key, providers),
            mine: entryText(mine.entry, mine.stored.original),
            theirs: hoursText(effectiveSeconds(theirs)),
            by,
            choice,
          }))}
          timeZone={practice.time_zone}
          onChoose={(side, keys) => store.choose(side, keys as CellKey[])}
        />
      )}
      <RecalculationStatus job={job} />
    </>
  );
}

/** An edit that wasn't saved: `Theo Grant, Mon Nov 16, worked: 9.00`. */
function removedText({ key, name, entry }: RemovedEdit): string {
  const field = parseCellKey(key);
  const cell = field ? messages.grid.cell(name, dayName(field.date), field.figure) : key;
  if ('clear' in entry) return messages.removed.line(cell, messages.grid.noOverride);
  return messages.removed.line(cell, 'text' in entry ? entry.text : hoursText(entry.seconds));
}

/** The text of one side of a conflict. */
function entryText(entry: Entry, original: number): string {
  return 'text' in entry ? entry.text : hoursText(secondsOf(entry, original) ?? 0);
}
