import { EmptyState, ErrorState, LoadingBlock, Page, PageSkeleton, Panel, phoneQuery, useMedia } from 'shared-ui';
import { Alert, Button } from 'shared-ui/mui';
import { optionalParam, urlParams, usePractice, useRight, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useSaveShortcut } from 'shared-ui/versioned';
import type { CellKey } from './cells';
import { DayBar } from './DayBar';
import { HoursWorkedContent } from './HoursWorkedContent';
import { messages } from './messages';
import { RangeBar } from './RangeBar';
import { dayWithin, spanOf } from './range';
import { useGoToCell } from './use-go-to-cell';
import { type ExportKind, useExport, withHiddenProviders } from './use-export';
import { type HoursInView, useHoursWorked } from './use-hours-worked';
import { type RangeControl, useRange } from './use-range';
import { isUnderWay, useRecalculation } from './use-recalculation';
import { type Saving, useSaving } from './use-saving';
import { type StagedHours, useStagedHours } from './use-staged-hours';
import { WorkedActions } from './WorkedActions';
import { type DialogRequest, WorkedDialogs } from './WorkedDialogs';
import { WorkedMenu } from './WorkedMenu';

/** `?ask=recalculate` opens the recalculation dialog, for links from other pages. */
const askParams = urlParams<{ ask: string | null }>({ ask: optionalParam('ask') });

interface OpenDialog {
  request: DialogRequest;
  setRequest: (request: DialogRequest) => void;
  /** Asks first if there are unsaved changes. */
  askOr: (request: DialogRequest, act: () => void) => void;
  close: () => void;
}

/** The open dialog, whether a button or a link opened it. */
function useOpenDialog(changes: number, mayRecalculate: boolean): OpenDialog {
  const [{ ask }, setAsk] = useUrlParams(askParams);
  const [clicked, setRequest] = useState<DialogRequest>(null);
  return {
    request: clicked ?? (ask === 'recalculate' && mayRecalculate ? { kind: 'recalculate' } : null),
    setRequest,
    askOr: (request, act) => {
      if (changes > 0) setRequest(request);
      else act();
    },
    close: () => {
      setRequest(null);
      setAsk({ ask: null }, { replace: true });
    },
  };
}

/** Saves the hours, or focuses what blocks the save. Returns true if they were saved. */
function useSaveAction(
  { commands, status }: StagedHours,
  save: Saving['save'],
  versions: RefObject<HTMLElement | null>,
  goToCell: (key: CellKey) => void,
): () => Promise<boolean> {
  const saveOrFocusProblem = async (): Promise<boolean> => {
    commands.commitOpen();
    const outcome = await save();
    if (outcome === 'versions') versions.current?.focus();
    else if (typeof outcome === 'object') goToCell(outcome.wrong);
    return outcome === 'saved';
  };
  useSaveShortcut(() => {
    if (status.changes > 0) void saveOrFocusProblem();
  });
  return saveOrFocusProblem;
}

/** Why there are no hours to show. */
function LoadFailure({ hours, control }: { hours: HoursInView; control: RangeControl }): ReactNode {
  return (
    <Panel>
      {hours.outside === undefined ? (
        <ErrorState
          title={messages.reading.failed}
          message={hours.remedy ?? messages.reading.next}
          onRetry={hours.retry}
        />
      ) : (
        <EmptyState
          title={messages.range.outside}
          action={<Button onClick={() => control.setOffset(0)}>{messages.range.today}</Button>}
        >
          {hours.outside}
        </EmptyState>
      )}
    </Panel>
  );
}

/** Available and worked hours of each provider per day (specification: settings and hours, 2.3). */
export function HoursWorkedPage(): ReactNode {
  const practice = usePractice();
  const { reason } = useRight('hours');
  const isPhone = useMedia(phoneQuery);
  const control = useRange();
  const staged = useStagedHours();
  const { commands, store, status } = staged;
  const { changes } = status;
  const hours = useHoursWorked(store, practice.id, control);
  const { save, saving, notSaved } = useSaving(store, status);
  const { run: exportHours, busy: exporting } = useExport();
  const recalculation = useRecalculation(practice.id, hours);
  const { request, setRequest, askOr, close } = useOpenDialog(changes, reason === undefined);
  const versions = useRef<HTMLDivElement>(null);
  const goToCell = useGoToCell(staged, hours.view, control);

  const { today, bounds } = store.view().loaded.hours;
  const span = hours.view?.loaded.hours.date_range ?? (today === undefined ? null : spanOf(control.range, today));
  const isDayList = isPhone && control.layout === 'day';
  const day = span && isDayList ? dayWithin(span, control.day, today) : null;
  const goToDay = (date: string): void => control.goToDay(date, today ?? date);

  const saveHours = useSaveAction(staged, save, versions, goToCell);
  const onSave = (): void => void saveHours();
  const runExport = async (kind: ExportKind, saveFirst: boolean): Promise<void> => {
    if (saveFirst && !(await saveHours())) return;
    const loadedHours = store.view().loaded.hours;
    await exportHours(kind, withHiddenProviders(loadedHours, hours.all ?? loadedHours));
  };
  const onDiscard = (): void => setRequest({ kind: 'discard' });
  const actions = {
    reason,
    ready: hours.view !== null,
    recalculating: recalculation.asking || isUnderWay(recalculation.job),
    onExport: (as: ExportKind): void => askOr({ kind: 'export', as }, () => void runExport(as, false)),
    onRecalculate: (): void => askOr({ kind: 'recalculate' }, () => void recalculation.recalculate()),
  };

  return (
    <Page
      title={messages.title}
      lead={isPhone ? undefined : messages.lead}
      menu={isPhone && <WorkedMenu {...{ commands, status, control, onDiscard }} {...actions} />}
      actions={isPhone ? undefined : <WorkedActions {...{ exporting, changes, saving, onSave }} {...actions} />}
    >
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {isDayList ? (
        <DayBar {...{ day, today, bounds }} onDay={goToDay} />
      ) : (
        <RangeBar {...{ control, span, bounds, isPhone }} />
      )}
      {hours.view ? (
        <HoursWorkedContent
          {...{ staged, hours, control, recalculation, versions, day }}
          view={hours.view}
          reminder={{ saving, notSaved, onSave, onDiscard }}
          onDay={goToDay}
          onGo={goToCell}
        />
      ) : hours.failed ? (
        <LoadFailure {...{ hours, control }} />
      ) : (
        <LoadingBlock label={messages.loading} shape={<PageSkeleton shape="list" toolbar={false} />} />
      )}
      <WorkedDialogs
        {...{ request, changes }}
        onClose={close}
        onDiscard={() => {
          store.discard();
          commands.pasteResult.setState(null);
        }}
        onRecalculate={() => void recalculation.recalculate()}
        onExport={(as, saveFirst) => void runExport(as, saveFirst)}
      />
    </Page>
  );
}
