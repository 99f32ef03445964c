import {
  DownloadIcon,
  EmptyState,
  ErrorState,
  LoadingBlock,
  Page,
  PageSkeleton,
  Panel,
  phoneQuery,
  RefreshIcon,
  useMedia,
} from 'shared-ui';
import { Alert, Button } from 'shared-ui/mui';
import { optionalParam, urlParams, usePractice, useRight, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useRef, useState } from 'react';
import { useSaveShortcut } from 'shared-ui/versioned';
import { DayBar } from './DayBar';
import { HoursWorkedContent } from './HoursWorkedContent';
import { messages } from './messages';
import { RangeBar } from './RangeBar';
import { dayWithin, spanOf } from './range';
import { useGoToCell } from './use-go-to-cell';
import { type ExportKind, useExport } from './use-export';
import { useHoursWorked } from './use-hours-worked';
import { useRange } from './use-range';
import { isUnderWay, useRecalculation } from './use-recalculation';
import { useSaving } from './use-saving';
import { useStagedHours } from './use-staged-hours';
import { type DialogRequest, WorkedDialogs } from './WorkedDialogs';
import { WorkedMenu } from './WorkedMenu';

/** `?ask=recalculate` opens the question about recalculating, for links from other pages. */
const askParams = urlParams<{ ask: string | null }>({ ask: optionalParam('ask') });

/** Available and worked hours of each provider per day (specification: settings and hours, 2.3). */
export function HoursWorkedPage(): ReactNode {
  const practice = usePractice();
  const { reason } = useRight('hours');
  const isPhone = useMedia(phoneQuery);
  const control = useRange();
  const staged = useStagedHours();
  const { commands, store, status } = staged;
  const hours = useHoursWorked(store, practice.id, control);
  const { save, saving, notSaved } = useSaving(store, status);
  const { run, busy } = useExport();
  const { recalculate, asking, job, updating } = useRecalculation(practice.id, hours);
  const [{ ask }, setAsk] = useUrlParams(askParams);
  const [clicked, setRequest] = useState<DialogRequest>(null);
  const request = clicked ?? (ask === 'recalculate' && reason === undefined ? { kind: 'recalculate' } : null);
  const versions = useRef<HTMLDivElement>(null);
  const goToCell = useGoToCell(staged, hours.view, control);

  const today = store.view().loaded.hours.today;
  const span = hours.view?.loaded.hours.date_range ?? (today === undefined ? null : spanOf(control.range, today));
  const day = span && isPhone && control.layout === 'day' ? dayWithin(span, control.day, today) : null;

  const onSave = async (): Promise<boolean> => {
    commands.commitOpen();
    const outcome = await save();
    if (outcome === 'versions') versions.current?.focus();
    else if (typeof outcome === 'object') goToCell(outcome.wrong);
    return outcome === 'saved';
  };
  useSaveShortcut(() => {
    if (status.changes > 0) void onSave();
  });
  const onExport = async (as: ExportKind, saveFirst: boolean): Promise<void> => {
    if (saveFirst && !(await onSave())) return;
    // Includes providers that the filter hides.
    const shown = store.view().loaded.hours;
    const listed = new Map(shown.providers.map((provider) => [provider.provider_id, provider]));
    const providers = (hours.all ?? shown).providers.map((provider) => listed.get(provider.provider_id) ?? provider);
    await run(as, { ...shown, providers });
  };
  const askExport = (as: ExportKind): void => {
    if (status.changes > 0) setRequest({ kind: 'export', as });
    else void onExport(as, false);
  };

  const askRecalculation = (): void => {
    if (status.changes > 0) setRequest({ kind: 'recalculate' });
    else void recalculate();
  };
  const goToDay = (date: string): void => control.goToDay(date, today ?? date);
  const { bounds } = store.view().loaded.hours;

  return (
    <Page
      title={messages.title}
      lead={isPhone ? undefined : messages.lead}
      menu={
        isPhone && (
          <WorkedMenu
            {...{ commands, status, control, reason }}
            ready={hours.view !== null}
            recalculating={asking || isUnderWay(job)}
            onExport={askExport}
            onRecalculate={askRecalculation}
            onDiscard={() => setRequest({ kind: 'discard' })}
          />
        )
      }
      actions={
        isPhone ? undefined : (
          <>
            {(['csv', 'pdf'] as const).map((as) => (
              <Button
                key={as}
                startIcon={<DownloadIcon size={14} />}
                loading={busy === as}
                disabled={!hours.view}
                onClick={() => askExport(as)}
              >
                {messages.actions[as]}
              </Button>
            ))}
            <Button
              startIcon={<RefreshIcon size={14} />}
              loading={asking || isUnderWay(job)}
              reason={reason}
              onClick={askRecalculation}
            >
              {messages.actions.recalculate}
            </Button>
            <Button
              variant="contained"
              loading={saving}
              disabled={status.changes === 0}
              reason={reason}
              onClick={() => void onSave()}
            >
              {messages.actions.save}
            </Button>
          </>
        )
      }
    >
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {isPhone && control.layout === 'day' ? (
        <DayBar day={day} {...{ today, bounds }} onDay={goToDay} />
      ) : (
        <RangeBar {...{ control, span, bounds, isPhone }} />
      )}
      {hours.view ? (
        <HoursWorkedContent
          {...{ staged, hours, control, job, updating, saving, notSaved, versions, practice }}
          view={hours.view}
          day={day}
          onDay={goToDay}
          onSave={() => void onSave()}
          onDiscard={() => setRequest({ kind: 'discard' })}
          onGo={goToCell}
        />
      ) : hours.failed ? (
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
      ) : (
        <LoadingBlock label={messages.loading} shape={<PageSkeleton shape="list" toolbar={false} />} />
      )}
      <WorkedDialogs
        request={request}
        changes={status.changes}
        onClose={() => {
          setRequest(null);
          setAsk({ ask: null }, { replace: true });
        }}
        onDiscard={() => {
          store.discard();
          commands.pasteResult.setState(null);
        }}
        onRecalculate={() => void recalculate()}
        onExport={(as, saveFirst) => void onExport(as, saveFirst)}
      />
    </Page>
  );
}
