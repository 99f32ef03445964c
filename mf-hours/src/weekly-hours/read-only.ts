/** The page for people who may not change hours: what they left unsaved may go, and nothing new is edited. */
import type { Dispatch } from 'react';
import type { Action } from './draft';

const ALLOWED: readonly Action['type'][] = ['discard', 'revert', 'choose', 'saved', 'read', 'refused'];

export const withoutEdits =
  (dispatch: Dispatch<Action>): Dispatch<Action> =>
  (action) => {
    if (ALLOWED.includes(action.type)) dispatch(action);
  };
