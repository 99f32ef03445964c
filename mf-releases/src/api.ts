/** The API endpoints of this module. */
import { type AnswerOf, promoteModule, readModuleHealth, rollbackModule } from 'shared-api/contracts';
import { listModuleSettings, saveModuleSettings } from 'shared-api/contracts/module-settings';
import { createApi } from 'shared-ui/redux';
import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';

export type Health = AnswerOf<typeof readModuleHealth>;

export const api = createApi({
  reducerPath: 'releases',
  baseQuery: remoteBaseQuery,
  tagTypes: ['Health', 'Settings'],
  endpoints: (build) => {
    const { query, mutation } = endpointsOf(build);
    return {
      readModuleHealth: query(readModuleHealth, {
        request: (range: { days: number }) => ({ query: range }),
        providesTags: ['Health'],
        // Figures of an earlier visit are never shown from the cache.
        keepUnusedDataFor: 0,
      }),
      listModuleSettings: query(listModuleSettings, {
        result: ({ modules }) => modules,
        providesTags: ['Settings'],
        // Values of an earlier visit are never edited.
        keepUnusedDataFor: 0,
      }),
      // Also after a refusal, because somebody else may have changed them.
      saveModuleSettings: mutation(saveModuleSettings, { invalidatesTags: ['Settings'] }),
      promoteModule: mutation(promoteModule, { invalidatesTags: ['Health'] }),
      rollbackModule: mutation(rollbackModule, { invalidatesTags: ['Health'] }),
    };
  },
});

export const {
  useListModuleSettingsQuery,
  useSaveModuleSettingsMutation,
  usePromoteModuleMutation,
  useReadModuleHealthQuery,
  useLazyReadModuleHealthQuery,
  useRollbackModuleMutation,
} = api;
