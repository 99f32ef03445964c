/** The record of a practice: read once, read again under the edits, and edited. */
import { isApiError } from 'shared-api';
import { type Dispatch, useEffect, useReducer } from 'react';
import { useRemote } from 'shared-ui/remote';
import { type ReadFeatures, useReadFeaturesMetadataQuery, useReadPracticeFeaturesQuery } from '../api';
import { type Action, type Draft, draftOf, reduce } from './draft';
import { featuresMessages as words } from './messages';
import { type Options, optionsOf } from './options';

/** A practice that has no record (specification, 4): one object, so that it is read once. */
const NOTHING: ReadFeatures = { record: null, etag: undefined };

export interface Features {
  /** Null until record and catalogue were read for the first time. */
  draft: Draft | null;
  options: Options | null;
  dispatch: Dispatch<Action>;
  /** Nothing could be read. */
  failed: boolean;
  /** The last re-read failed; what is shown may be old. */
  notReadAgain: boolean;
  fetching: boolean;
  readAgain: () => Promise<unknown>;
}

function reduceOpened(draft: Draft | null, action: Action): Draft | null {
  if (draft) return reduce(draft, action);
  return action.type === 'read' ? draftOf(action.read) : null;
}

export function useFeatures(practice: number): Features {
  const { notify } = useRemote();
  const record = useReadPracticeFeaturesQuery({ practice }, { refetchOnMountOrArgChange: true });
  const catalogue = useReadFeaturesMetadataQuery({ practice });
  const absent = isApiError(record.error) && record.error.status === 404;
  const read = absent ? NOTHING : record.currentData;
  const [draft, dispatch] = useReducer(reduceOpened, null);
  if (read && draft?.read !== read) dispatch({ type: 'read', read });

  const recordFailed = record.isError && !absent && !record.isFetching;
  const failed = (recordFailed && !draft) || (catalogue.isError && !catalogue.isFetching && !catalogue.data);
  useEffect(() => {
    if (failed) notify({ severity: 'error', message: words.failed });
  }, [failed, notify]);

  return {
    draft,
    options: draft && catalogue.data ? optionsOf(catalogue.data, draft.read.record) : null,
    dispatch,
    failed,
    notReadAgain: recordFailed && draft !== null,
    fetching: record.isFetching || catalogue.isFetching,
    readAgain: () => Promise.all([record.refetch(), ...(catalogue.isError ? [catalogue.refetch()] : [])]),
  };
}
