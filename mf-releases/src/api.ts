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
        // Never uses cached figures, because those of an earlier visit are outdated.
        keepUnusedDataFor: 0,
      }),
      listModuleSettings: query(listModuleSettings, {
        result: ({ modules }) => modules,
        providesTags: ['Settings'],
        // Never uses cached values, so that nobody edits outdated ones.
        keepUnusedDataFor: 0,
      }),
      // Also refetches after a rejected save, because somebody else may have changed the values.
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
