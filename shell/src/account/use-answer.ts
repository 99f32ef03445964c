import { useCallback, useEffect, useState } from 'react';
import type { ApiError } from 'shared-api';
import type { AnswerOf, Call } from 'shared-api/contracts';
import type { Caller } from './account-calls';

export interface LoadedAnswer<T> {
  data: T | undefined;
  error: ApiError | undefined;
  /** Refetches. The current data stays visible until then. */
  reload: () => void;
  /** Replaces the data with a change's response. */
  replace: (data: T) => void;
}

/** Loads the response of a call without arguments on mount. */
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
