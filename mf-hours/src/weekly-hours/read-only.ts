/** Limits the actions of people who may not change hours: they can discard unsaved edits but not make new ones. */
import type { Dispatch } from 'react';
import type { Action } from './draft';

const ALLOWED: readonly Action['type'][] = ['discard', 'revert', 'choose', 'saved', 'read', 'refused'];

export const withoutEdits =
  (dispatch: Dispatch<Action>): Dispatch<Action> =>
  (action) => {
    if (ALLOWED.includes(action.type)) dispatch(action);
  };
