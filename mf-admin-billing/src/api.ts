/** The calls of this module. */
import { request } from 'shared-api';
import {
  type AllFeaturesMetadata,
  type AnswerOf,
  type BodyOf,
  type BulkChange,
  type BulkJob,
  type BulkPreview,
  bulkUpdateFeatures,
  confirmPaymentMethod,
  createSetupIntent,
  deletePaymentMethod,
  type FeaturesEffect,
  type FeaturesMetadata,
  type FeaturesPage,
  listCustomers,
  listOpenInvoices,
  listPaymentMethods,
  listPracticeFeatures,
  listPracticeSubscriptions,
  listPracticeUsers,
  listProductChanges,
  type OpenInvoices,
  type PaymentMethod,
  payOpenInvoices,
  type PracticeFeatures,
  type PracticeUser,
  previewAttachment,
  previewBulkUpdate,
  practiceFeaturesFromWire,
  previewPracticeFeatures,
  previewRemoval,
  type QueryOf,
  readAllFeaturesMetadata,
  readBillingRevision,
  readBulkJob,
  readFeaturesMetadata,
  readPracticeFeatures,
  readStripeInfo,
  readUpcomingCharges,
  removeSubscription,
  restoreWithheld,
  resumeBulkJob,
  saveSubscriptions,
  searchCustomers,
  setDefaultPaymentMethod,
  stopBulkJob,
  updatePracticeFeatureFlags,
  updatePracticeFeatures,
  type UpcomingCharges,
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';

interface OfPractice {
  practice: number;
}
interface OfCustomer {
  customer: string;
}

/** A record as it was read; null where the practice has none. */
export interface ReadFeatures {
  record: PracticeFeatures | null;
  etag: string | undefined;
}

/** What follows from a change of what a practice may use. */
export const ENTITLEMENT_TAGS = ['features', 'history', 'practices'] as const;

/** What a webhook, or a change in another tab, may have changed. */
export const BILLING_TAGS = ['features', 'history', 'subscriptions', 'customers', 'cards', 'charges'] as const;

export const api = createApi({
  reducerPath: 'admin-billing',
  baseQuery: remoteBaseQuery,
  tagTypes: ['features', 'subscriptions', 'history', 'practices', 'customers', 'cards', 'charges'],
  endpoints: (build) => ({
    readPracticeFeatures: build.query<ReadFeatures, OfPractice>({
      query: (params) => request(readPracticeFeatures, { params }),
      transformResponse: (records: AnswerOf<typeof readPracticeFeatures>, meta) => ({
        record: records[0] ? practiceFeaturesFromWire(records[0]) : null,
        etag: meta?.etag,
      }),
      providesTags: ['features'],
    }),
    readFeaturesMetadata: build.query<FeaturesMetadata, OfPractice>({
      query: (params) => request(readFeaturesMetadata, { params }),
    }),
    previewPracticeFeatures: build.query<FeaturesEffect, OfPractice & { body: BodyOf<typeof previewPracticeFeatures> }>(
      {
        query: ({ practice, body }) => request(previewPracticeFeatures, { params: { practice }, body }),
        keepUnusedDataFor: 0,
      },
    ),
    /** The answer's ETag is that of the version which the save has made. */
    updatePracticeFeatures: build.mutation<
      AnswerOf<typeof updatePracticeFeatures> & { etag: string | undefined },
      OfPractice & { body: BodyOf<typeof updatePracticeFeatures>; etag?: string | undefined }
    >({
      query: ({ practice, body, etag }) =>
        request(updatePracticeFeatures, { params: { practice }, body, ifMatch: etag }),
      transformResponse: (answer: AnswerOf<typeof updatePracticeFeatures>, meta) => ({ ...answer, etag: meta?.etag }),
      invalidatesTags: (_, error) => (error ? [] : ENTITLEMENT_TAGS),
    }),
    updatePracticeFeatureFlags: build.mutation<
      AnswerOf<typeof updatePracticeFeatureFlags> & { etag: string | undefined },
      OfPractice & { body: BodyOf<typeof updatePracticeFeatureFlags>; etag?: string | undefined }
    >({
      query: ({ practice, body, etag }) =>
        request(updatePracticeFeatureFlags, { params: { practice }, body, ifMatch: etag }),
      transformResponse: (answer: AnswerOf<typeof updatePracticeFeatureFlags>, meta) => ({
        ...answer,
        etag: meta?.etag,
      }),
      invalidatesTags: (_, error) => (error ? [] : ENTITLEMENT_TAGS),
    }),

    restoreWithheld: build.mutation<
      AnswerOf<typeof restoreWithheld>,
      OfPractice & { body: BodyOf<typeof restoreWithheld> }
    >({
      query: ({ practice, body }) => request(restoreWithheld, { params: { practice }, body }),
      invalidatesTags: (_, error) => (error ? [] : ENTITLEMENT_TAGS),
    }),
    readBillingRevision: build.query<string, OfPractice>({
      query: (params) => request(readBillingRevision, { params }),
      transformResponse: ({ revision }: AnswerOf<typeof readBillingRevision>) => revision,
    }),

    listPracticeSubscriptions: build.query<AnswerOf<typeof listPracticeSubscriptions>, OfPractice>({
      query: (params) => request(listPracticeSubscriptions, { params }),
      providesTags: ['subscriptions'],
    }),
    searchCustomers: build.query<AnswerOf<typeof searchCustomers>, OfPractice & { term: string }>({
      query: ({ practice, term }) => request(searchCustomers, { params: { practice }, query: { query: term } }),
      // How many seats are free is of its moment.
      keepUnusedDataFor: 0,
      providesTags: ['subscriptions'],
    }),
    saveSubscriptions: build.mutation<
      AnswerOf<typeof saveSubscriptions>,
      OfPractice & { body: BodyOf<typeof saveSubscriptions> }
    >({
      query: ({ practice, body }) => request(saveSubscriptions, { params: { practice }, body }),
      // After a failure too: somebody else may have taken the seat.
      invalidatesTags: ['subscriptions', ...ENTITLEMENT_TAGS],
    }),
    previewAttachment: build.query<
      AnswerOf<typeof previewAttachment>,
      OfPractice & { body: BodyOf<typeof previewAttachment> }
    >({
      query: ({ practice, body }) => request(previewAttachment, { params: { practice }, body }),
      keepUnusedDataFor: 0,
    }),
    previewRemoval: build.query<FeaturesEffect, OfPractice & { body: BodyOf<typeof previewRemoval> }>({
      query: ({ practice, body }) => request(previewRemoval, { params: { practice }, body }),
      keepUnusedDataFor: 0,
    }),
    removeSubscription: build.mutation<
      AnswerOf<typeof removeSubscription>,
      OfPractice & { body: BodyOf<typeof removeSubscription> }
    >({
      query: ({ practice, body }) => request(removeSubscription, { params: { practice }, body }),
      invalidatesTags: ['subscriptions', ...ENTITLEMENT_TAGS],
    }),
    listPracticeUsers: build.query<PracticeUser[], OfPractice>({
      query: (params) => request(listPracticeUsers, { params }),
      transformResponse: ({ users }: AnswerOf<typeof listPracticeUsers>) => users,
    }),

    listProductChanges: build.query<
      AnswerOf<typeof listProductChanges>,
      OfPractice & { query: QueryOf<typeof listProductChanges> }
    >({
      query: ({ practice, query }) => request(listProductChanges, { params: { practice }, query }),
      providesTags: ['history'],
    }),

    listPracticeFeatures: build.query<FeaturesPage, QueryOf<typeof listPracticeFeatures> & { page: number }>({
      query: (query) => request(listPracticeFeatures, { query }),
      transformResponse: (page: FeaturesPage) => ({ ...page, results: page.results.map(practiceFeaturesFromWire) }),
      providesTags: ['practices'],
    }),
    readAllFeaturesMetadata: build.query<AllFeaturesMetadata, undefined>({
      query: () => request(readAllFeaturesMetadata, {}),
    }),
    previewBulkUpdate: build.query<BulkPreview, BulkChange>({
      query: (body) => request(previewBulkUpdate, { body }),
      keepUnusedDataFor: 0,
    }),
    /** One key makes one change, however often it is sent. */
    bulkUpdateFeatures: build.mutation<
      AnswerOf<typeof bulkUpdateFeatures>,
      { body: BulkChange; idempotencyKey: string }
    >({
      query: ({ body, idempotencyKey }) => request(bulkUpdateFeatures, { body, idempotencyKey }),
      invalidatesTags: ENTITLEMENT_TAGS,
    }),
    /** `results`: how many of them at most. */
    readBulkJob: build.query<BulkJob, { job: string; results: number }>({
      query: ({ job, results }) => request(readBulkJob, { params: { job }, query: { results_limit: results } }),
    }),
    stopBulkJob: build.mutation<unknown, { job: string }>({ query: (params) => request(stopBulkJob, { params }) }),
    resumeBulkJob: build.mutation<unknown, { job: string }>({ query: (params) => request(resumeBulkJob, { params }) }),

    listCustomers: build.query<AnswerOf<typeof listCustomers>, OfPractice>({
      query: ({ practice }) => request(listCustomers, { query: { practice_id: practice } }),
      providesTags: ['customers'],
    }),
    readStripeInfo: build.query<AnswerOf<typeof readStripeInfo>, undefined>({
      query: () => request(readStripeInfo, {}),
    }),
    listPaymentMethods: build.query<PaymentMethod[], OfCustomer>({
      query: (params) => request(listPaymentMethods, { params }),
      transformResponse: ({ payment_methods }: AnswerOf<typeof listPaymentMethods>) => payment_methods,
      providesTags: (_, __, { customer }) => [{ type: 'cards', id: customer }],
    }),
    readUpcomingCharges: build.query<UpcomingCharges, OfPractice>({
      query: ({ practice }) => request(readUpcomingCharges, { params: { practice }, query: {} }),
      providesTags: ['charges'],
    }),
    /** Oldest first. What is open is of its moment. */
    listOpenInvoices: build.query<OpenInvoices, OfCustomer>({
      query: (params) => request(listOpenInvoices, { params }),
      keepUnusedDataFor: 0,
    }),
    payOpenInvoices: build.mutation<
      AnswerOf<typeof payOpenInvoices>,
      OfCustomer & { body: BodyOf<typeof payOpenInvoices> }
    >({
      query: ({ customer, body }) => request(payOpenInvoices, { params: { customer }, body }),
      // After a failure too: another attempt may have paid.
      invalidatesTags: ['charges', 'subscriptions', 'customers'],
    }),
    setDefaultPaymentMethod: build.mutation<unknown, OfCustomer & { card: string }>({
      query: ({ customer, card }) =>
        request(setDefaultPaymentMethod, { params: { customer }, body: { payment_method_id: card } }),
      invalidatesTags: (_, error, { customer }) => (error ? [] : [{ type: 'cards', id: customer }]),
    }),
    deletePaymentMethod: build.mutation<unknown, OfCustomer & { card: string }>({
      query: ({ customer, card }) =>
        request(deletePaymentMethod, { params: { customer }, body: { payment_method_id: card } }),
      invalidatesTags: (_, error, { customer }) => (error ? [] : [{ type: 'cards', id: customer }, 'customers']),
    }),
    createSetupIntent: build.mutation<AnswerOf<typeof createSetupIntent>, OfCustomer>({
      query: (params) => request(createSetupIntent, { params }),
    }),
    confirmPaymentMethod: build.mutation<
      AnswerOf<typeof confirmPaymentMethod>,
      OfCustomer & { body: BodyOf<typeof confirmPaymentMethod>; idempotencyKey: string }
    >({
      query: ({ customer, body, idempotencyKey }) =>
        request(confirmPaymentMethod, { params: { customer }, body, idempotencyKey }),
      invalidatesTags: (_, error) => (error ? [] : ['cards', 'customers', 'subscriptions', 'charges']),
    }),
  }),
});

export const {
  useBulkUpdateFeaturesMutation,
  useConfirmPaymentMethodMutation,
  useCreateSetupIntentMutation,
  useDeletePaymentMethodMutation,
  useLazyListOpenInvoicesQuery,
  useLazyListProductChangesQuery,
  useLazyReadBillingRevisionQuery,
  useLazyReadPracticeFeaturesQuery,
  useListCustomersQuery,
  useListOpenInvoicesQuery,
  useListPaymentMethodsQuery,
  useListPracticeFeaturesQuery,
  useListPracticeSubscriptionsQuery,
  useListPracticeUsersQuery,
  useListProductChangesQuery,
  usePayOpenInvoicesMutation,
  usePreviewAttachmentQuery,
  usePreviewBulkUpdateQuery,
  usePreviewPracticeFeaturesQuery,
  usePreviewRemovalQuery,
  useReadAllFeaturesMetadataQuery,
  useReadBulkJobQuery,
  useReadFeaturesMetadataQuery,
  useReadPracticeFeaturesQuery,
  useReadStripeInfoQuery,
  useReadUpcomingChargesQuery,
  useRemoveSubscriptionMutation,
  useRestoreWithheldMutation,
  useResumeBulkJobMutation,
  useSaveSubscriptionsMutation,
  useSearchCustomersQuery,
  useSetDefaultPaymentMethodMutation,
  useStopBulkJobMutation,
  useUpdatePracticeFeatureFlagsMutation,
  useUpdatePracticeFeaturesMutation,
} = api;
