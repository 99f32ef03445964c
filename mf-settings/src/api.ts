/** The API endpoints of this module. */
import { request } from 'shared-api';
import {
  addMember,
  type AnswerOf,
  type ClinicCreation,
  type ClinicToCreate,
  createClinicPractices,
  createTables,
  deactivateMember,
  fullUpdate,
  inviteAgain,
  listMembers,
  type Member,
  readBillingCustomer,
  readClinicCreation,
  readPracticeSettings,
  readSyncInfo,
  reactivateMember,
  removeMember,
  restartDatabaseService,
  restartPhoneService,
  type SyncInfo,
  syncNow,
  unblockUpdate,
  unlinkMember,
  updateMember,
  updatePracticeSettings,
} from 'shared-api/contracts';
import { listActivity, listActivityActors, readActivity } from 'shared-api/contracts/activity';
import { endSupportAccess, listSupportAccesses } from 'shared-api/contracts/support-access';
import { createApi } from 'shared-ui/redux';
import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';
import type { Loaded } from './settings-record/draft';
import { settingsFromWire } from './settings-record/mapper';

const toMembers = ({ members }: AnswerOf<typeof listMembers>): Member[] => members;

/** Commands that people can send to the agent, with the agent's names. */
const commandCalls = {
  sync_now: syncNow,
  full_update: fullUpdate,
  restart_database_service: restartDatabaseService,
  restart_phone_service: restartPhoneService,
} as const;
export type Command = keyof typeof commandCalls | 'unblock';
export type CommandAnswer = AnswerOf<typeof syncNow>;

export const api = createApi({
  reducerPath: 'settings',
  baseQuery: remoteBaseQuery,
  endpoints: (build) => {
    const { query, mutation } = endpointsOf(build);
    return {
      /**
       * With `since`, the response also says who changed which field after that version. It contains no customer data.
       */
      readPracticeSettings: query(readPracticeSettings, {
        request: ({ practice, since }: { practice: number; since?: number }) => ({
          params: { practice },
          query: { omit: 'billing' as const, ...(since !== undefined && { since }) },
        }),
        result: (answer, meta): Loaded => {
          const { changes, ...settings } = settingsFromWire(answer);
          return { settings, etag: meta?.etag, ...(changes && { changes }) };
        },
      }),
      /** Saves the whole record, or the four fields of the clinic form. Returns the ETag after the save. */
      saveSettings: mutation(updatePracticeSettings, { result: (_, meta) => ({ etag: meta?.etag }) }),
      readBillingCustomer: query(readBillingCustomer, {
        request: ({ practice, customer }: { practice: number; customer: string }) => ({
          params: { practice },
          query: { customer },
        }),
      }),
      createTables: mutation(createTables),

      listMembers: query(listMembers, { result: toMembers }),
      /** Every change of members returns the whole list. */
      addMember: mutation(addMember),
      inviteAgain: mutation(inviteAgain),
      updateMember: mutation(updateMember, { result: toMembers }),
      removeMember: mutation(removeMember, { result: toMembers }),
      deactivateMember: mutation(deactivateMember, { result: toMembers }),
      reactivateMember: mutation(reactivateMember, { result: toMembers }),
      unlinkMember: mutation(unlinkMember, { result: toMembers }),

      listActivity: query(listActivity, { keepUnusedDataFor: 0 }),
      listActivityActors: query(listActivityActors, { result: ({ actors }) => actors }),
      readActivity: query(readActivity),
      listSupportAccesses: query(listSupportAccesses, { result: ({ accesses }) => accesses }),
      endSupportAccess: mutation(endSupportAccess),

      readSyncInfo: query(readSyncInfo),
      giveCommand: build.mutation<CommandAnswer, { practice: number; command: Command }>({
        query: ({ practice, command }) =>
          command === 'unblock'
            ? request(unblockUpdate, { params: { practice }, body: { unblock: true } })
            : request(commandCalls[command], { params: { practice } }),
        // The command appears immediately. Polling then shows its progress.
        async onQueryStarted({ practice }, { dispatch, queryFulfilled }) {
          const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
          const given = data?.command;
          if (!given) return;
          const place = (info: SyncInfo): void => {
            info.commands = [given, ...info.commands.filter(({ kind }) => kind !== given.kind)];
          };
          dispatch(api.util.updateQueryData('readSyncInfo', { practice }, place));
        },
      }),

      readClinicCreation: query(readClinicCreation),
      createClinicPractices: mutation(createClinicPractices, {
        request: ({ practice, clinics }: { practice: number; clinics: ClinicToCreate[] }) => ({
          params: { practice },
          body: { clinics },
        }),
        // The cached log belongs to an earlier creation. Until the refetch, the new one is pending.
        async onQueryStarted({ practice, clinics }, { dispatch, queryFulfilled }) {
          const accepted = await queryFulfilled.then(
            () => true,
            () => false,
          );
          if (!accepted) return;
          const pending = clinics.map(({ name, clinicNum }) => ({
            name,
            clinicnum: clinicNum,
            status: 'pending' as const,
          }));
          const value: ClinicCreation = { status: 'P', log: [], practice_statuses: pending };
          dispatch(api.util.upsertQueryEntries([{ endpointName: 'readClinicCreation', arg: { practice }, value }]));
        },
      }),
    };
  },
});

export const {
  useReadPracticeSettingsQuery,
  useLazyReadPracticeSettingsQuery,
  useSaveSettingsMutation,
  useReadBillingCustomerQuery,
  useCreateTablesMutation,
  useReadSyncInfoQuery,
  useGiveCommandMutation,
  useReadClinicCreationQuery,
  useCreateClinicPracticesMutation,
  useLazyListActivityQuery,
  useListActivityActorsQuery,
  useLazyReadActivityQuery,
  useListSupportAccessesQuery,
  useEndSupportAccessMutation,
  useListMembersQuery,
  useAddMemberMutation,
  useUnlinkMemberMutation,
  useUpdateMemberMutation,
  useDeactivateMemberMutation,
  useInviteAgainMutation,
  useReactivateMemberMutation,
  useRemoveMemberMutation,
} = api;
