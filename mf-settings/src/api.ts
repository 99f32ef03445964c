/** The calls of this module. */
import { request } from 'shared-api';
import {
  addMember,
  type AnswerOf,
  type BillingCustomer,
  type BodyOf,
  type ClinicCreation,
  type ClinicToCreate,
  createClinicPractices,
  createTables,
  fullUpdate,
  listMembers,
  type Member,
  readBillingCustomer,
  readClinicCreation,
  readPracticeSettings,
  readSyncInfo,
  removeMember,
  restartDatabaseService,
  restartPhoneService,
  type SyncInfo,
  syncNow,
  unblockUpdate,
  updateMember,
  updatePracticeSettings,
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';
import type { Loaded } from './settings-record/draft';
import { settingsFromWire } from './settings-record/wire';

interface OfPractice {
  practice: number;
}
interface OfMember extends OfPractice {
  /** Id of the person. */
  member: string;
}

const toMembers = ({ members }: AnswerOf<typeof listMembers>): Member[] => members;

/** The commands that a person can give to the agent, by the name that the agent knows them by. */
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
  endpoints: (build) => ({
    /** With `since` also who changed which field after that version. What is known of the customer is asked for apart. */
    readPracticeSettings: build.query<Loaded, OfPractice & { since?: number }>({
      query: ({ practice, since }) =>
        request(readPracticeSettings, {
          params: { practice },
          query: { omit: 'billing', ...(since !== undefined && { since }) },
        }),
      transformResponse: (answer, meta) => {
        const { changes, ...settings } = settingsFromWire(answer);
        return { settings, etag: meta?.etag, ...(changes && { changes }) };
      },
    }),
    /** The whole object, or the four fields of the clinics' form. The answer is the version that the save has made. */
    saveSettings: build.mutation<
      Pick<Loaded, 'etag'>,
      OfPractice & { body: BodyOf<typeof updatePracticeSettings>; etag: string | undefined }
    >({
      query: ({ practice, body, etag }) =>
        request(updatePracticeSettings, { params: { practice }, body, ifMatch: etag }),
      transformResponse: (_, meta) => ({ etag: meta?.etag }),
    }),
    readBillingCustomer: build.query<BillingCustomer, OfPractice & { customer: string }>({
      query: ({ practice, customer }) => request(readBillingCustomer, { params: { practice }, query: { customer } }),
    }),
    createTables: build.mutation<AnswerOf<typeof createTables>, OfPractice>({
      query: (params) => request(createTables, { params }),
    }),

    listMembers: build.query<Member[], OfPractice>({
      query: (params) => request(listMembers, { params }),
      transformResponse: toMembers,
    }),
    /** Each change of members answers the whole list. */
    addMember: build.mutation<Member[], OfPractice & { body: BodyOf<typeof addMember> }>({
      query: ({ practice, body }) => request(addMember, { params: { practice }, body }),
      transformResponse: toMembers,
    }),
    updateMember: build.mutation<Member[], OfMember & { body: BodyOf<typeof updateMember> }>({
      query: ({ practice, member, body }) => request(updateMember, { params: { practice, member }, body }),
      transformResponse: toMembers,
    }),
    removeMember: build.mutation<Member[], OfMember>({
      query: (params) => request(removeMember, { params }),
      transformResponse: toMembers,
    }),

    readSyncInfo: build.query<SyncInfo, OfPractice>({ query: (params) => request(readSyncInfo, { params }) }),
    giveCommand: build.mutation<CommandAnswer, OfPractice & { command: Command }>({
      query: ({ practice, command }) =>
        command === 'unblock'
          ? request(unblockUpdate, { params: { practice }, body: { unblock: true } })
          : request(commandCalls[command], { params: { practice } }),
      // The command shows at once; what becomes of it is asked from then on.
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

    readClinicCreation: build.query<ClinicCreation, OfPractice>({
      query: (params) => request(readClinicCreation, { params }),
    }),
    createClinicPractices: build.mutation<
      AnswerOf<typeof createClinicPractices>,
      OfPractice & { clinics: ClinicToCreate[] }
    >({
      query: ({ practice, clinics }) => request(createClinicPractices, { params: { practice }, body: { clinics } }),
      // What was known is of an earlier creation: until it is asked for, this one is pending.
      async onQueryStarted({ practice, clinics }, { dispatch, queryFulfilled }) {
        const taken = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!taken) return;
        const pending = clinics.map(({ name, clinicNum }) => ({
          name,
          clinicnum: clinicNum,
          status: 'pending' as const,
        }));
        const value: ClinicCreation = { status: 'P', log: [], practice_statuses: pending };
        dispatch(api.util.upsertQueryEntries([{ endpointName: 'readClinicCreation', arg: { practice }, value }]));
      },
    }),
  }),
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
  useListMembersQuery,
  useAddMemberMutation,
  useUpdateMemberMutation,
  useRemoveMemberMutation,
} = api;
