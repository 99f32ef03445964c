import type { PracticeSummary } from 'shared-api';
import { Button, ConfirmDialog, EmptyState, Notice, Page, SaveReminder, SearchInput, VisuallyHidden } from 'shared-ui';
import { useUnsavedChanges } from 'shared-ui/remote';
import { type ReactNode, useRef, useState } from 'react';
import { messages } from '../messages';
import { changedFields, type Draft, undecided } from './draft';
import { SettingsFormContext } from './form';
import { MeetingPanel } from './MeetingPanel';
import { shownProblems } from './problems';
import { SaveFooter } from './SaveFooter';
import { sectionMatches, type SectionNames } from './Section';
import { useGoToField } from './use-go-to-field';
import { useParts } from './use-parts';
import { useSaving } from './use-saving';
import { useSearch } from './use-search';
import type { Settings } from './use-settings';

const words = messages.settings;

export interface SettingsEditorProps {
  settings: Settings;
  draft: Draft;
  practice: PracticeSummary;
  title: string;
  lead: string;
  sections: readonly SectionNames[];
  children: ReactNode;
}

/** Everything on the page once the settings are there: search, sections, saving, and what guards it. */
export function SettingsEditor(props: SettingsEditorProps): ReactNode {
  const { settings, draft, practice, title, lead, sections, children } = props;
  const { dispatch, readAgain, staleProblem } = settings;
  const { save, saving, note } = useSaving(settings);
  const [typed, setSearch] = useSearch();
  const search = typed.trim();
  const [discarding, setDiscarding] = useState(false);
  const { parts, holds } = useParts();
  const content = useRef<HTMLDivElement>(null);
  const versions = useRef<HTMLDivElement>(null);
  const focusOn = useGoToField(content);

  const changes = changedFields(draft).length;
  const unsaved = [...(changes > 0 ? [words.unsaved(changes, title)] : []), ...parts];
  useUnsavedChanges(unsaved.length > 0 ? { what: words.and(unsaved) } : null);

  /** Brings the person to a field, also when the search hides it. */
  const goTo: typeof focusOn = (path) => {
    setSearch('');
    focusOn(path);
  };
  const onSave = async (): Promise<void> => {
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) goTo(obstacle);
  };

  const errors = [
    ...undecided(draft).map(({ path }) => ({
      label: words.fields[path].label,
      onGo: () => versions.current?.focus(),
    })),
    ...shownProblems(draft).map(({ path }) => ({ label: words.fields[path].label, onGo: () => goTo(path) })),
  ];
  const found = sections.filter((section) => sectionMatches(search, section)).length;

  return (
    <SettingsFormContext.Provider
      value={{ draft, dispatch, saved: draft.base.settings, search, readAgain: () => readAgain(null), holds }}
    >
      <Page
        title={title}
        lead={lead}
        actions={<SearchInput label={words.search.label} shortcut="/" value={typed} onChange={setSearch} width={240} />}
      >
        {staleProblem !== undefined && (
          <Notice tone="danger" title={staleProblem} live="assertive">
            {words.reading.kept}
          </Notice>
        )}
        {draft.meeting && (
          <MeetingPanel
            ref={versions}
            meeting={draft.meeting}
            settings={draft.base.settings}
            timeZone={practice.time_zone}
            dispatch={dispatch}
          />
        )}
        <VisuallyHidden role="status">{search !== '' && words.search.found(found)}</VisuallyHidden>
        {found === 0 && (
          <EmptyState
            title={words.search.none}
            action={<Button onClick={() => setSearch('')}>{words.search.clear}</Button>}
          >
            {words.search.noneText(search)}
          </EmptyState>
        )}
        <div ref={content} style={{ display: 'contents' }}>
          {children}
        </div>
        <SaveFooter saving={saving} note={note} onSave={() => void onSave()} />
        <SaveReminder
          changes={changes}
          errors={errors}
          saving={saving}
          onSave={() => void onSave()}
          onDiscard={() => setDiscarding(true)}
        />
        {discarding && (
          <ConfirmDialog
            open
            danger
            title={words.discard.title(changes)}
            confirmLabel={words.discard.confirm(changes)}
            cancelLabel={words.discard.keep}
            onConfirm={() => {
              dispatch({ type: 'discard' });
              setDiscarding(false);
            }}
            onCancel={() => setDiscarding(false)}
          >
            {words.discard.text}
          </ConfirmDialog>
        )}
      </Page>
    </SettingsFormContext.Provider>
  );
}
