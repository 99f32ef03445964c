import { Notice } from 'shared-ui';
import type { ReactNode, RefObject } from 'react';
import { FeaturesConflictPanel } from '../features-editing/FeaturesConflictPanel';
import type { Options } from '../features-editing/options';
import { words } from './messages';
import type { Edit } from './use-edit';

const text = words.edit;

export interface EditNoticesProps {
  edit: Edit;
  options: Options;
  versions: RefObject<HTMLDivElement | null>;
}

/** What stands between the edits and their save: edits of before, another person's change, or the server's refusal. */
export function EditNotices({ edit, options, versions }: EditNoticesProps): ReactNode {
  const { draft, dispatch, restored, problem } = edit;
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
