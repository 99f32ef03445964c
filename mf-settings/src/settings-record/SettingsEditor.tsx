import { EmptyState, Page, SearchInput, VisuallyHidden } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { useRight, useUnsavedChanges } from 'shared-ui/remote';
import { type ReactNode, useMemo, useRef } from 'react';
import { messages } from '../messages';
import { changedKeys, type Draft } from './draft';
import { SettingsFormContext, type SettingsForm } from './form';
import { SaveControls, type SaveQuestion } from './SaveControls';
import { sectionMatches, type SectionNames } from './Section';
import { SectionLinks } from './SectionLinks';
import { SettingsNotices } from './SettingsNotices';
import { useGoToField } from './use-go-to-field';
import { useParts } from './use-parts';
import { useLinkedField, useSearch } from './use-search';
import type { Settings } from './use-settings';

export interface SettingsEditorProps {
  settings: Settings;
  draft: Draft;
  title: string;
  lead: string;
  sections: readonly SectionNames[];
  notes?: SettingsForm['notes'];
  /** The confirmation before saving these edits, or null. */
  question?: (draft: Draft) => SaveQuestion | null;
  children: ReactNode;
}

const noNotes: SettingsForm['notes'] = {};

/** Keeps the object's identity until one of its values changes. */
function FormProvider({ children, ...form }: SettingsForm & { children: ReactNode }): ReactNode {
  const { store, dispatch, saved, search, notes, reason, readAgain, holds } = form;
  const value = useMemo(
    () => ({ store, dispatch, saved, search, notes, reason, readAgain, holds }),
    [store, dispatch, saved, search, notes, reason, readAgain, holds],
  );
  return <SettingsFormContext.Provider value={value}>{children}</SettingsFormContext.Provider>;
}

interface FoundSectionsProps {
  search: string;
  /** Titles of the matching sections. */
  titles: readonly string[];
  onClear: () => void;
}

/** Links to the sections that match the search, or a button to clear a search without matches. */
function FoundSections({ search, titles, onClear }: FoundSectionsProps): ReactNode {
  return (
    <>
      <VisuallyHidden role="status">{search !== '' && messages.settings.search.found(titles.length)}</VisuallyHidden>
      {titles.length === 0 && (
        <EmptyState
          title={messages.settings.search.none}
          action={<Button onClick={onClear}>{messages.settings.search.clear}</Button>}
        >
          {messages.settings.search.noneText(search)}
        </EmptyState>
      )}
      <SectionLinks titles={titles} />
    </>
  );
}

/** The loaded page: search, sections, saving and the unsaved-changes guard. */
export function SettingsEditor(props: SettingsEditorProps): ReactNode {
  const { settings, draft, title, lead, sections, notes = noNotes, question, children } = props;
  const { store, dispatch, readAgain } = settings;
  const { reason } = useRight('settings');
  const [typed, setSearch] = useSearch();
  const search = typed.trim();
  const { parts, holds } = useParts();
  const content = useRef<HTMLDivElement>(null);
  const versions = useRef<HTMLDivElement>(null);
  const focusOn = useGoToField(content);
  useLinkedField(focusOn);

  const changes = changedKeys(draft, 'page').length;
  const unsaved = [...(changes > 0 ? [messages.settings.unsaved(changes, title)] : []), ...parts];
  useUnsavedChanges(unsaved.length > 0 ? { what: messages.settings.and(unsaved) } : null);

  /** Focuses a field, even if the search hides it. */
  const goTo: typeof focusOn = (path) => {
    setSearch('');
    focusOn(path);
  };
  const titles = sections.filter((section) => sectionMatches(search, section)).map((section) => section.title);

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
        <SettingsNotices {...{ settings, draft, sections, versions }} />
        <FoundSections search={search} titles={titles} onClear={() => setSearch('')} />
        <div ref={content} style={{ display: 'contents' }}>
          {children}
        </div>
        <SaveControls {...{ settings, draft, question, goTo, versions }} />
      </Page>
    </FormProvider>
  );
}
