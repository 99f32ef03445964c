import { ErrorState, LoadingBlock, Page, PageSkeleton, Panel } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import type { PracticeSettings } from 'shared-api/contracts';
import type { SectionNames } from './Section';
import { SettingsEditor, type SettingsEditorProps } from './SettingsEditor';
import { messages } from '../messages';
import { useSettings } from './use-settings';

export interface SettingsPageProps extends Pick<SettingsEditorProps, 'question' | 'notes'> {
  /** The page's storage key for unsaved edits. */
  name: string;
  title: string;
  lead: (settings: PracticeSettings) => string;
  /** The sections visible to this person, in order. The search covers them. */
  sections: (settings: PracticeSettings) => readonly SectionNames[];
  children: ReactNode;
}

/** A page of practice settings: loads the record and shows a skeleton, an error or the form. */
export function SettingsPage({ name, title, lead, sections, children, ...editor }: SettingsPageProps): ReactNode {
  const { id } = usePractice();
  const settings = useSettings(id, name);
  const { draft, loadFailure } = settings;
  if (draft) {
    const saved = draft.base.settings;
    return (
      <SettingsEditor {...{ settings, draft, title }} {...editor} lead={lead(saved)} sections={sections(saved)}>
        {children}
      </SettingsEditor>
    );
  }
  return (
    <Page title={title}>
      {loadFailure === undefined ? (
        <LoadingBlock label={messages.settings.loading} shape={<PageSkeleton shape="form" />} />
      ) : (
        <Panel>
          <ErrorState
            title={loadFailure.title}
            message={loadFailure.help}
            busy={settings.fetching}
            onRetry={settings.retry}
          />
        </Panel>
      )}
    </Page>
  );
}
