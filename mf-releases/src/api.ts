/** The calls of this module. */
import { request } from 'shared-api';
import { type AnswerOf, type BodyOf, promoteModule, readModuleHealth, rollbackModule } from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';

export type Health = AnswerOf<typeof readModuleHealth>;

export const api = createApi({
  reducerPath: 'releases',
  baseQuery: remoteBaseQuery,
  tagTypes: ['Health'],
  endpoints: (build) => ({
    readModuleHealth: build.query<Health, { days: number }>({
      query: (query) => request(readModuleHealth, { query }),
      providesTags: ['Health'],
      // Figures of an earlier visit are never shown as if they were today's.
      keepUnusedDataFor: 0,
    }),
    promoteModule: build.mutation<
      AnswerOf<typeof promoteModule>,
      { module: string; body: BodyOf<typeof promoteModule> }
    >({
      query: ({ module, body }) => request(promoteModule, { params: { module }, body }),
      invalidatesTags: ['Health'],
    }),
    rollbackModule: build.mutation<
      AnswerOf<typeof rollbackModule>,
      { module: string; body: BodyOf<typeof rollbackModule> }
    >({
      query: ({ module, body }) => request(rollbackModule, { params: { module }, body }),
      invalidatesTags: ['Health'],
    }),
  }),
});

export const {
  usePromoteModuleMutation,
  useReadModuleHealthQuery,
  useLazyReadModuleHealthQuery,
  useRollbackModuleMutation,
} = api;
