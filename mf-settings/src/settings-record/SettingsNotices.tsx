import { lazySection } from 'shared-ui';
import { Alert, AlertTitle } from 'shared-ui/mui';
import { useInitialParam, usePractice, useRight } from 'shared-ui/remote';
import { RestoredNotice } from 'shared-ui/versioned';
import type { ReactNode, RefObject } from 'react';
import { messages } from '../messages';
import { conflictsOf, type Draft, restoredCount } from './draft';
import type { SectionNames } from './Section';
import { SettingsConflictPanel } from './SettingsConflictPanel';
import type { Settings } from './use-settings';

/** Only needed for activity links that restore previous values. */
const RevertedSettings = lazySection(async () => {
  const { RevertedSettings: notice } = await import(
    /* webpackChunkName: "reverted-settings" */ '../activity/RevertedSettings'
  );
  return notice;
});

export interface SettingsNoticesProps {
  settings: Settings;
  draft: Draft;
  sections: readonly SectionNames[];
  versions: RefObject<HTMLDivElement | null>;
}

/** Notices above the editor: missing rights, a failed refetch, restored edits and conflicts. */
export function SettingsNotices({ settings, draft, sections, versions }: SettingsNoticesProps): ReactNode {
  const { store, dispatch, staleProblem } = settings;
  const practice = usePractice();
  const { reason } = useRight('settings');
  const revertId = useInitialParam('revert');
  return (
    <>
      {reason !== undefined && <Alert severity="info">{reason}</Alert>}
      {staleProblem !== undefined && (
        <Alert severity="error" role="alert">
          <AlertTitle>{staleProblem}</AlertTitle>
          {messages.settings.reading.kept}
        </Alert>
      )}
      <RestoredNotice count={restoredCount(draft)} onDismiss={() => dispatch({ type: 'dismiss-restored' })} />
      {revertId !== null && (
        <RevertedSettings id={revertId} practiceId={practice.id} {...{ store, draft, dispatch, sections, reason }} />
      )}
      {conflictsOf(draft, 'page').length > 0 && (
        <SettingsConflictPanel ref={versions} part="page" timeZone={practice.time_zone} {...{ draft, dispatch }} />
      )}
    </>
  );
}
