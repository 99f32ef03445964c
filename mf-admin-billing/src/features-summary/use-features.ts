/** The record of a practice: read once, read again under the edits, and edited. */
import { isApiError } from 'shared-api';
import { type FeaturesEditing, fromStoredEditing, toStoredEditing } from 'shared-api/contracts';
import { type Dispatch, useEffect, useMemo, useReducer, useState } from 'react';
import { useRemote } from 'shared-ui/remote';
import { loadStoredEdits, useStoredEdits } from 'shared-ui/versioned';
import { type ReadFeatures, useReadFeaturesMetadataQuery, useReadPracticeFeaturesQuery } from '../api';
import { type Action, type Draft, openDraft, reduce } from '../features-editing/draft';
import { type Options, optionsOf } from '../features-editing/options';
import { featuresMessages as words } from './messages';

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
  /** Undefined where the record could not be read. */
  readAgain: () => Promise<ReadFeatures | undefined>;
}

function reduceOpened(draft: Draft | null, action: Action | { type: 'opened'; draft: Draft }): Draft | null {
  if (action.type === 'opened') return action.draft;
  return draft && reduce(draft, action);
}

const isAbsent = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Unsaved edits of before a reload or a session's end, and their storing while the page is open. */
function useStoredFeatures(practice: number): [FeaturesEditing | undefined, (editing: FeaturesEditing | null) => void] {
  const { session } = useRemote();
  const record = `practice-features ${practice}`;
  const [stored] = useState(() => fromStoredEditing(loadStoredEdits(record, session.user.id)));
  const [latest, setLatest] = useState<FeaturesEditing | null>(stored ?? null);
  useStoredEdits(
    record,
    useMemo(() => (latest && latest.edits.size > 0 ? toStoredEditing(latest) : null), [latest]),
  );
  return [stored, setLatest];
}

export function useFeatures(practice: number): Features {
  const { notify } = useRemote();
  const record = useReadPracticeFeaturesQuery({ practice }, { refetchOnMountOrArgChange: true });
  const catalogue = useReadFeaturesMetadataQuery({ practice });
  const [stored, store] = useStoredFeatures(practice);
  const absent = isAbsent(record.error);
  const read = absent ? NOTHING : record.currentData;
  const [draft, dispatch] = useReducer(reduceOpened, null);
  if (read && !draft) dispatch({ type: 'opened', draft: openDraft(read, stored) });
  else if (read && draft?.read !== read) dispatch({ type: 'read', read });

  const editing = draft?.editing;
  useEffect(() => {
    if (editing) store(editing);
  }, [editing, store]);

  const recordFailed = record.isError && !absent && !record.isFetching;
  const failed = (recordFailed && !draft) || (catalogue.isError && !catalogue.isFetching && !catalogue.data);
  useEffect(() => {
    if (failed) notify({ severity: 'error', message: words.failed });
  }, [failed, notify]);

  const readAgain = async (): Promise<ReadFeatures | undefined> => {
    const [{ data, error }] = await Promise.all([
      record.refetch(),
      ...(catalogue.isError ? [catalogue.refetch()] : []),
    ]);
    if (isAbsent(error)) return NOTHING;
    return error ? undefined : data;
  };

  return {
    draft,
    options: draft && catalogue.data ? optionsOf(catalogue.data, draft.read.record) : null,
    dispatch,
    failed,
    notReadAgain: recordFailed && draft !== null,
    fetching: record.isFetching || catalogue.isFetching,
    readAgain,
  };
}
