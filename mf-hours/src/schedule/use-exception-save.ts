import { isApiError, isUnknownCall, serverMessage } from 'shared-api';
import type { HoursException } from 'shared-api/contracts';
import { useRemote } from 'shared-ui/remote';
import { useState } from 'react';
import { useAddExceptionMutation, useChangeExceptionMutation } from '../api';
import { messages } from './messages';
import type { ExceptionFormState } from './use-exception-form';

const text = messages.dialog;

/** Why a save failed, apart from field errors. */
export type SaveProblem = { kind: 'failed'; message: string } | { kind: 'conflict'; by: string } | { kind: 'gone' };

export interface ExceptionSaveOptions {
  practiceId: number;
  /** The opened exception; null for a new one. */
  opened: HoursException | null;
  /** The current exception; undefined if it was deleted. */
  current: HoursException | undefined;
  edit: ExceptionFormState;
  onSaved: () => void;
}

export interface ExceptionSave {
  busy: boolean;
  problem: SaveProblem | null;
  save: () => Promise<void>;
  /** Replaces the entered values with those that the other user saved. */
  takeTheirs: (theirs: HoursException) => void;
}

/** Adds the exception or changes the loaded version of it. A deleted one is added again. */
export function useExceptionSave(options: ExceptionSaveOptions): ExceptionSave {
  const { practiceId, opened, current, edit, onSaved } = options;
  const { notify } = useRemote();
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [version, setVersion] = useState(opened?.version ?? 0);
  const [add, { isLoading: adding }] = useAddExceptionMutation();
  const [change, { isLoading: changing }] = useChangeExceptionMutation();

  const save = async (): Promise<void> => {
    const input = edit.validate();
    if (!input) return;
    const changed = problem?.kind === 'gone' ? null : opened;
    // A save after a conflict is based on the version that the other user saved.
    const onVersion = problem?.kind === 'conflict' ? (current?.version ?? version) : version;
    const answer = changed
      ? await change({ practice: practiceId, exception: changed.exception_id, version: onVersion, input })
      : await add({ practice: practiceId, input });
    if (!answer.error) {
      notify({ severity: 'success', message: changed ? text.changed : text.addDone });
      onSaved();
      return;
    }
    const error = isApiError(answer.error) ? answer.error : undefined;
    if (error?.conflict) setProblem({ kind: 'conflict', by: error.conflict.changed_by });
    else if (error?.status === 404 && !isUnknownCall(error) && opened) setProblem({ kind: 'gone' });
    else if (error?.fields) edit.showRefused(error.fields);
    else setProblem({ kind: 'failed', message: (error && serverMessage(error)) ?? text.failed });
  };

  return {
    busy: adding || changing,
    problem,
    save,
    takeTheirs(theirs) {
      edit.restart(theirs);
      setVersion(theirs.version);
      setProblem(null);
    },
  };
}
