import { useCallback, useEffect, useState } from 'react';
import type { ApiError } from 'shared-api';
import type { AnswerOf, Call } from 'shared-api/contracts';
import type { Caller } from './account-calls';

export interface LoadedAnswer<T> {
  data: T | undefined;
  error: ApiError | undefined;
  /** Loads it again. What is shown stays until then. */
  reload: () => void;
  /** Shows the answer of a change. */
  replace: (data: T) => void;
}

/** The answer of a call without arguments, loaded when the view appears. */
export function useAnswer<C extends Call>(caller: Caller, call: C): LoadedAnswer<AnswerOf<C>> {
  const [state, setState] = useState<{ data?: AnswerOf<C> | undefined; error?: ApiError | undefined }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let over = false;
    void caller(call, {} as never).then((answer) => {
      if (!over) setState(answer);
    });
    return () => {
      over = true;
    };
  }, [caller, call, attempt]);
  return {
    data: state.data,
    error: state.error,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    replace: useCallback((data: AnswerOf<C>) => setState({ data }), []),
  };
}
