/** API calls of the account page and the second sign-in step. */
import { type ApiError, type CallArguments, request, send, type TransportContext } from 'shared-api';
import type { AnswerOf, Call } from 'shared-api/contracts';

export type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: ApiError };

/** Makes calls on behalf of a view, which shows their errors. */
export type Caller = <C extends Call>(call: C, args: CallArguments<C>) => Promise<Answer<AnswerOf<C>>>;

export function callerOf(context: TransportContext): Caller {
  return async <C extends Call>(call: C, args: CallArguments<C>) => {
    const { data, error } = await send(request(call, args), context);
    return error ? { error } : { data: data as AnswerOf<C> };
  };
}
