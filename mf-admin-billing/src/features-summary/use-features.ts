/** Loads and edits a practice's record. Edits are merged with refetched data. */
import { isApiError, isUnknownCall, remedyMessage } from 'shared-api';
import { fromStoredEditing, toStoredEditing } from 'shared-api/contracts';
import { type Dispatch, useEffect, useMemo, useReducer, useState } from 'react';
import { useRemote } from 'shared-ui/remote';
import { loadStoredEdits, useStoredEdits } from 'shared-ui/versioned';
import { type ReadFeatures, useReadFeaturesMetadataQuery, useReadPracticeFeaturesQuery } from '../api';
import { type Action, type Draft, openDraft, reduce } from '../features-editing/draft';
import { type Options, optionsOf } from '../features-editing/options';
import { featuresMessages as messages } from './messages';

/** A practice without a record (specification, 4). Constant, so that it keeps its identity between renders. */
const NO_RECORD: ReadFeatures = { record: null, etag: undefined };

export interface FeaturesState {
  /** Null until the record and the catalog have loaded. */
  draft: Draft | null;
  options: Options | null;
  dispatch: Dispatch<Action>;
  /** True if loading failed. */
  hasFailed: boolean;
  /** The reason if the server doesn't implement a call; undefined otherwise. */
  remedy: string | undefined;
  /** True if the last reload failed, so the data can be out of date. */
  isStale: boolean;
  isFetching: boolean;
  /** Resolves to undefined if the refetch failed. */
  readAgain: () => Promise<ReadFeatures | undefined>;
}

function reduceOpened(draft: Draft | null, action: Action | { type: 'opened'; draft: Draft }): Draft | null {
  if (action.type === 'opened') return action.draft;
  return draft && reduce(draft, action);
}

const isAbsent = (error: unknown): boolean => isApiError(error) && error.status === 404 && !isUnknownCall(error);

export function useFeatures(practiceId: number): FeaturesState {
  const { notify, session } = useRemote();
  const record = useReadPracticeFeaturesQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  const catalog = useReadFeaturesMetadataQuery({ practice: practiceId });
  const storedAs = `practice-features ${practiceId}`;
  const [stored] = useState(() => fromStoredEditing(loadStoredEdits(storedAs, session.user.id)));
  const absent = isAbsent(record.error);
  const read = absent ? NO_RECORD : record.currentData;
  const [draft, dispatch] = useReducer(reduceOpened, null);
  if (read && !draft) dispatch({ type: 'opened', draft: openDraft(read, stored) });
  else if (read && draft?.read !== read) dispatch({ type: 'read', read });

  // Stores unsaved edits, so that they survive a reload and the end of a session.
  const editing = draft?.editing ?? stored;
  useStoredEdits(
    storedAs,
    useMemo(() => (editing && editing.edits.size > 0 ? toStoredEditing(editing) : null), [editing]),
  );

  const recordFailed = record.isError && !absent && !record.isFetching;
  const failed = (recordFailed && !draft) || (catalog.isError && !catalog.isFetching && !catalog.data);
  useEffect(() => {
    if (failed) notify({ severity: 'error', message: messages.failed });
  }, [failed, notify]);

  const readAgain = async (): Promise<ReadFeatures | undefined> => {
    const [{ data, error }] = await Promise.all([record.refetch(), ...(catalog.isError ? [catalog.refetch()] : [])]);
    if (isAbsent(error)) return NO_RECORD;
    return error ? undefined : data;
  };

  const shownRecord = draft?.read.record;
  const options = useMemo(
    () => (catalog.data && shownRecord !== undefined ? optionsOf(catalog.data, shownRecord) : null),
    [catalog.data, shownRecord],
  );
  return {
    draft,
    options,
    dispatch,
    hasFailed: failed,
    remedy: remedyMessage(record.error) ?? remedyMessage(catalog.error),
    isStale: recordFailed && draft !== null,
    isFetching: record.isFetching || catalog.isFetching,
    readAgain,
  };
}
