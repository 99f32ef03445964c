import type { PracticeSummary } from 'shared-api';
import { settingsLabels, toSettingsRequest } from 'shared-api/contracts';
import { ConfirmDialog, EmptyState, lazySection, Page, SaveReminder, SearchInput, VisuallyHidden } from 'shared-ui';
import { Alert, AlertTitle, Button } from 'shared-ui/mui';
import { useInitialParam, useRight, useUnsavedChanges } from 'shared-ui/remote';
import { RestoredNotice, useSaveShortcut } from 'shared-ui/versioned';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { changedKeys, conflictsOf, type Draft, undecidedConflicts } from './draft';
import { SettingsFormContext, type SettingsForm } from './form';
import { shownProblems } from './problems';
import { SaveFooter } from './SaveFooter';
import { sectionMatches, type SectionNames } from './Section';
import { SectionLinks } from './SectionLinks';
import { SettingsConflictPanel } from './SettingsConflictPanel';
import { useGoToField } from './use-go-to-field';
import { useParts } from './use-parts';
import { type SavedPart, useSaving } from './use-saving';
import { useLinkedField, useSearch } from './use-search';
import type { Settings } from './use-settings';
import { labelOf } from './value-text';

const page: SavedPart = {
  part: 'page',
  toRequest: toSettingsRequest,
  doneToast: messages.settings.saving.doneToast,
  failed: messages.settings.saving.failed,
  failure: messages.settings.saving.error,
};

/** A question to answer before a save. */
export interface SaveQuestion {
  title: string;
  text: string;
  confirm: string;
}

export interface SettingsEditorProps {
  settings: Settings;
  draft: Draft;
  practice: PracticeSummary;
  title: string;
  lead: string;
  sections: readonly SectionNames[];
  notes?: SettingsForm['notes'];
  /** The question before these edits are saved; null for none. */
  question?: (draft: Draft) => SaveQuestion | null;
  children: ReactNode;
}

/** Only for links of the activity that restore former values. */
const RevertedSettings = lazySection(async () => {
  const { RevertedSettings: notice } = await import(
    /* webpackChunkName: "reverted-settings" */ '../activity/RevertedSettings'
  );
  return notice;
});

const noNotes: SettingsForm['notes'] = {};

/** Gives the parts of the page the same object until one of its values changes. */
function FormProvider({ children, ...form }: SettingsForm & { children: ReactNode }): ReactNode {
  const { store, dispatch, saved, search, notes, reason, readAgain, holds } = form;
  const value = useMemo(
    () => ({ store, dispatch, saved, search, notes, reason, readAgain, holds }),
    [store, dispatch, saved, search, notes, reason, readAgain, holds],
  );
  return <SettingsFormContext.Provider value={value}>{children}</SettingsFormContext.Provider>;
}

/** The content of the page after loading: search, sections, saving and the guard of unsaved edits. */
export function SettingsEditor(props: SettingsEditorProps): ReactNode {
  const { settings, draft, practice, title, lead, sections, notes = noNotes, question, children } = props;
  const { store, dispatch, readAgain, staleProblem } = settings;
  const { reason } = useRight('settings');
  const { save, saving, note } = useSaving(settings, page);
  const [typed, setSearch] = useSearch();
  const search = typed.trim();
  const [discarding, setDiscarding] = useState(false);
  const [asking, setAsking] = useState<SaveQuestion | null>(null);
  const revertId = useInitialParam('revert');
  const { parts, holds } = useParts();
  const content = useRef<HTMLDivElement>(null);
  const versions = useRef<HTMLDivElement>(null);
  const focusOn = useGoToField(content);
  useLinkedField(focusOn);

  const changes = changedKeys(draft, 'page').length;
  const unsaved = [...(changes > 0 ? [messages.settings.unsaved(changes, title)] : []), ...parts];
  useUnsavedChanges(unsaved.length > 0 ? { what: messages.settings.and(unsaved) } : null);

  /** Focuses a field, also if the search hides it. */
  const goTo: typeof focusOn = (path) => {
    setSearch('');
    focusOn(path);
  };
  const onSave = async (): Promise<void> => {
    setAsking(null);
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) goTo(obstacle);
  };
  const askOrSave = (): void => {
    const asked = undecidedConflicts(draft, 'page').length === 0 ? (question?.(draft) ?? null) : null;
    if (asked && !saving) setAsking(asked);
    else void onSave();
  };
  useSaveShortcut(() => {
    if (changes > 0 && !asking && !discarding) askOrSave();
  });

  const errors = [
    ...undecidedConflicts(draft, 'page').map(({ key }) => ({
      label: labelOf(key, draft.base.settings),
      onGo: () => versions.current?.focus(),
    })),
    ...shownProblems(draft, 'page').map(({ path }) => ({ label: settingsLabels[path], onGo: () => goTo(path) })),
  ];
  const shown = sections.filter((section) => sectionMatches(search, section)).map((section) => section.title);
  const found = shown.length;

  return (
    <FormProvider {...{ store, dispatch, search, notes, reason, readAgain, holds }} saved={draft.base.settings}>
      <Page
        title={title}
        lead={lead}
        actions={
          <SearchInput
            label={messages.settings.search.label}
            shortcut="/"
            value={typed}
            onChange={setSearch}
            width={240}
          />
        }
      >
        {reason !== undefined && <Alert severity="info">{reason}</Alert>}
        {staleProblem !== undefined && (
          <Alert severity="error" role="alert">
            <AlertTitle>{staleProblem}</AlertTitle>
            {messages.settings.reading.kept}
          </Alert>
        )}
        <RestoredNotice count={draft.restored} onDismiss={() => dispatch({ type: 'dismiss-restored' })} />
        {revertId !== null && (
          <RevertedSettings id={revertId} practiceId={practice.id} {...{ store, dispatch, sections, reason }} />
        )}
        {conflictsOf(draft, 'page').length > 0 && (
          <SettingsConflictPanel ref={versions} part="page" timeZone={practice.time_zone} {...{ draft, dispatch }} />
        )}
        <VisuallyHidden role="status">{search !== '' && messages.settings.search.found(found)}</VisuallyHidden>
        {found === 0 && (
          <EmptyState
            title={messages.settings.search.none}
            action={<Button onClick={() => setSearch('')}>{messages.settings.search.clear}</Button>}
          >
            {messages.settings.search.noneText(search)}
          </EmptyState>
        )}
        <SectionLinks titles={shown} />
        <div ref={content} style={{ display: 'contents' }}>
          {children}
        </div>
        <SaveFooter dirty={changes > 0} saving={saving} note={note} reason={reason} onSave={askOrSave} />
        <SaveReminder
          changes={changes}
          errors={errors}
          saving={saving}
          reason={reason}
          onSave={askOrSave}
          onDiscard={() => setDiscarding(true)}
        />
        {asking && (
          <ConfirmDialog
            open
            title={asking.title}
            confirmLabel={asking.confirm}
            onConfirm={() => void onSave()}
            onCancel={() => setAsking(null)}
          >
            {asking.text}
          </ConfirmDialog>
        )}
        {discarding && (
          <ConfirmDialog
            open
            danger
            title={messages.settings.discard.title(changes)}
            confirmLabel={messages.settings.discard.confirm(changes)}
            cancelLabel={messages.settings.discard.keep}
            onConfirm={() => {
              dispatch({ type: 'discard', part: 'page' });
              setDiscarding(false);
            }}
            onCancel={() => setDiscarding(false)}
          >
            {messages.settings.discard.text}
          </ConfirmDialog>
        )}
      </Page>
    </FormProvider>
  );
}
