import { Alert, AlertTitle } from 'shared-ui/mui';
import type { ReactNode, RefObject } from 'react';
import { FeaturesConflictPanel } from '../features-editing/FeaturesConflictPanel';
import type { Options } from '../features-editing/options';
import { messages } from './messages';
import type { FeaturesEdit } from './use-features-edit';

const text = messages.edit;

export interface EditNoticesProps {
  edit: FeaturesEdit;
  options: Options;
  /** The practice's time zone. */
  timeZone: string;
  versions: RefObject<HTMLDivElement | null>;
}

/** Notices above the edits: restored edits, another person's change, or a failed save. */
export function EditNotices({ edit, options, timeZone, versions }: EditNoticesProps): ReactNode {
  const { draft, dispatch, restoredCount, problem } = edit;
  return (
    <>
      {restoredCount > 0 && (
        <Alert severity="info" role="status">
          {text.restored(restoredCount)}
        </Alert>
      )}
      <FeaturesConflictPanel ref={versions} {...{ draft, options, timeZone, dispatch }} />
      {problem !== null && (
        <Alert severity="error" role="alert">
          <AlertTitle>{text.refused}</AlertTitle>
          <span>{problem}</span>
        </Alert>
      )}
    </>
  );
}
