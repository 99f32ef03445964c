import { Notice } from 'shared-ui';
import type { ReactNode, RefObject } from 'react';
import { FeaturesConflictPanel } from '../features-editing/FeaturesConflictPanel';
import type { Options } from '../features-editing/options';
import { messages } from './messages';
import type { FeaturesEdit } from './use-features-edit';

const text = messages.edit;

export interface EditNoticesProps {
  edit: FeaturesEdit;
  options: Options;
  versions: RefObject<HTMLDivElement | null>;
}

/** Notices above the edits: restored edits, another person's change, or a failed save. */
export function EditNotices({ edit, options, versions }: EditNoticesProps): ReactNode {
  const { draft, dispatch, restoredCount: restored, problem } = edit;
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      {restored > 0 && (
        <Notice tone="information" live="polite">
          {text.restored(restored)}
        </Notice>
      )}
      <FeaturesConflictPanel ref={versions} {...{ draft, options, timeZone, dispatch }} />
      {problem !== null && (
        <Notice tone="danger" live="assertive" title={text.refused}>
          {problem}
        </Notice>
      )}
    </>
  );
}
