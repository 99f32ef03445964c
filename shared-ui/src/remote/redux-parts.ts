/** Types of the store's parts, kept loose where a remote's slice adds the details. */
import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { AnswerMeta, ApiError, ApiRequest } from 'shared-api';

export { configureStore, type EnhancedStore } from '@reduxjs/toolkit';
export { Provider } from 'react-redux';

export type RemoteBaseQuery = BaseQueryFn<ApiRequest, unknown, ApiError, object, AnswerMeta>;

/** The part of a `createApi` slice that a store needs. */
export interface Api {
  reducerPath: string;
  reducer: Reducer;
  middleware: Middleware;
}
