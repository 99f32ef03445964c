import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog, lazySection, RetryNotice, SaveReminder, styled } from 'shared-ui';
import { Alert, AlertTitle, Stack } from 'shared-ui/mui';
import { useInitialParam, usePractice } from 'shared-ui/remote';
import { featureDates } from 'shared-api/contracts';
import { useSaveShortcut, versionedMessages } from 'shared-ui/versioned';
import { fieldText } from '../features-editing/describe';
import { changeCount, type Draft, isRestricted } from '../features-editing/draft';
import { FeaturesConflictPanel } from '../features-editing/FeaturesConflictPanel';
import { editingMessages } from '../features-editing/messages';
import type { Options } from '../features-editing/options';
import { FeaturePanel } from './FeaturePanel';
import { featuresMessages as messages } from './messages';
import { PracticeDates } from './PracticeDates';
import { RestrictedZone } from './RestrictedZone';
import { SaveDialog } from './SaveDialog';
import type { FeaturesState } from './use-features';
import { useSaving } from './use-saving';

/** Only needed for activity links that revert a manual change. */
const RevertedFeatures = lazySection(async () => {
  const { RevertedFeatures: notice } = await import(
    /* webpackChunkName: "reverted-features" */ '../activity/RevertedFeatures'
  );
  return notice;
});

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 300px',
  gap: 16,
  alignItems: 'start',
  // The features need the full width of smaller screens. Otherwise each takes its own line.
  '@media (max-width: 1199.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

export interface FeaturesEditorProps {
  features: FeaturesState;
  draft: Draft;
  options: Options;
}

/** Scrolls to the error above the lists, which is far from the save button. */
function intoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'nearest' });
}

/** Says why the save failed, and whether changes are still unsaved. */
function SaveFailure({ problem, changes }: { problem: string; changes: number }): ReactNode {
  const { title, settledTitle, kept, settled } = messages.failure;
  return (
    <div ref={intoView}>
      <Alert severity={changes > 0 ? 'error' : 'warning'} role="alert">
        <AlertTitle>{changes > 0 ? title : settledTitle}</AlertTitle>
        <div style={{ whiteSpace: 'pre-line' }}>{problem}</div>
        <span>{changes > 0 ? kept : settled}</span>
      </Alert>
    </div>
  );
}

interface DiscardDialogProps {
  changes: number;
  onDiscard: () => void;
  onClose: () => void;
}

function DiscardDialog({ changes, onDiscard, onClose }: DiscardDialogProps): ReactNode {
  const { title, confirm, back, text } = messages.discard;
  return (
    <ConfirmDialog
      open
      danger
      title={title(changes)}
      confirmLabel={confirm(changes)}
      cancelLabel={back}
      onConfirm={() => {
        onDiscard();
        onClose();
      }}
      onCancel={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}

type Question = 'save' | 'discard' | null;

/** The editor of a loaded record: its lists, dates, errors and the save. */
export function FeaturesEditor({ features, draft, options }: FeaturesEditorProps): ReactNode {
  const { id: practiceId, time_zone: timeZone } = usePractice();
  const { dispatch, isStale: notReadAgain, isFetching: fetching, readAgain } = features;
  const { saving, problem, save, clearProblem: forget } = useSaving(features, options);
  const [asking, setAsking] = useState<Question>(null);
  const revertId = useInitialParam('revert');
  const content = useRef<HTMLDivElement>(null);
  const versions = useRef<HTMLDivElement>(null);
  const { editing, values } = draft;
  const { base } = editing;
  const changes = changeCount(draft);

  const focusOn = (selector: string): void => content.current?.querySelector<HTMLElement>(selector)?.focus();
  const obstacles = [
    ...editing.conflicts
      .filter(({ choice }) => choice === null)
      .map(({ field }) => ({
        label: versionedMessages.label(fieldText(options, field)),
        onGo: () => versions.current?.focus(),
      })),
    ...featureDates
      .filter((field) => values[field] === '')
      .map((field) => ({ label: editingMessages.fields[field], onGo: () => focusOn(`[name=${field}]`) })),
  ];

  const onSave = (): void => {
    if (changes === 0 || saving || asking !== null) return;
    const first = obstacles[0];
    if (first) return first.onGo();
    forget();
    setAsking('save');
  };
  useSaveShortcut(onSave);

  return (
    <Stack spacing={4} ref={content}>
      {revertId !== null && <RevertedFeatures id={revertId} {...{ practiceId, draft, options, dispatch }} />}
      {notReadAgain && (
        <RetryNotice tone="attention" title={messages.failed} busy={fetching} onRetry={() => void readAgain()}>
          {messages.notReadAgain}
        </RetryNotice>
      )}
      {problem !== null && <SaveFailure problem={problem} changes={changes} />}
      <FeaturesConflictPanel ref={versions} {...{ draft, options, timeZone, dispatch }} />
      <Columns>
        <FeaturePanel {...{ draft, options, dispatch }} disabled={saving} />
        <PracticeDates {...{ values, base, dispatch }} disabled={saving} />
      </Columns>
      {isRestricted(draft) && <RestrictedZone />}
      <SaveReminder
        changes={changes}
        errors={obstacles}
        saving={saving}
        onSave={onSave}
        onDiscard={() => setAsking('discard')}
      />
      {asking === 'save' && (
        <SaveDialog
          draft={draft}
          options={options}
          saving={saving}
          onSave={() => void save(draft).then(() => setAsking(null))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'discard' && (
        <DiscardDialog
          changes={changes}
          onDiscard={() => {
            dispatch({ type: 'discard' });
            forget();
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Stack>
  );
}
