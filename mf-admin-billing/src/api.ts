/** The API endpoints of this module. */
import {
  bulkUpdateFeatures,
  confirmPaymentMethod,
  createSetupIntent,
  deletePaymentMethod,
  listCustomers,
  listOpenInvoices,
  listPaymentMethods,
  listPracticeFeatures,
  listPracticeSubscriptions,
  listPracticeUsers,
  listProductChanges,
  payOpenInvoices,
  type FeaturesPage,
  type PracticeFeatures,
  practiceFeaturesFromWire,
  previewAttachment,
  previewBulkUpdate,
  type BulkChange,
  previewPracticeFeatures,
  previewRemoval,
  type QueryOf,
  readAllFeaturesMetadata,
  readBillingRevision,
  readBulkJob,
  readFeaturesMetadata,
  readPracticeFeatures,
  readPracticeState,
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
} from 'shared-api/contracts';
import {
  listActivity,
  listActivityActors,
  listAllActivity,
  listAllActivityActors,
  readActivity,
} from 'shared-api/contracts/activity';
import { approveRequest, declineRequest, listApprovals } from 'shared-api/contracts/approvals';
import { listFeatureFlagUses } from 'shared-api/contracts/module-feature-flags';
import { createApi } from 'shared-ui/redux';
import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';

interface OfCard {
  customer: string;
  card: string;
}

const toCardRequest = ({ customer, card }: OfCard) => ({ params: { customer }, body: { payment_method_id: card } });

/** A loaded record with its ETag; `record` is null if the practice has none. */
export interface ReadFeatures {
  record: PracticeFeatures | null;
  etag: string | undefined;
}

/** Tags that an entitlement change invalidates. */
export const ENTITLEMENT_TAGS = ['features', 'history', 'practices'] as const;

/** Tags that a webhook or a change in another tab can invalidate. */
export const BILLING_TAGS = ['features', 'history', 'subscriptions', 'customers', 'cards', 'charges'] as const;

const TAGS = [...BILLING_TAGS, 'practices', 'approvals'] as const;

type Build = Parameters<typeof endpointsOf<(typeof TAGS)[number], 'admin-billing'>>[0];

function featureEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    readPracticeFeatures: query(readPracticeFeatures, {
      result: ([record], meta): ReadFeatures => ({
        record: record ? practiceFeaturesFromWire(record) : null,
        etag: meta?.etag,
      }),
      providesTags: ['features'],
    }),
    readFeaturesMetadata: query(readFeaturesMetadata),
    listFeatureFlagUses: query(listFeatureFlagUses, { result: ({ flags }) => flags }),
    previewPracticeFeatures: query(previewPracticeFeatures, { keepUnusedDataFor: 0 }),
    /** The response has the ETag from after the save. */
    updatePracticeFeatures: mutation(updatePracticeFeatures, {
      result: (answer, meta) => ({ ...answer, etag: meta?.etag }),
      invalidatesTags: (_, error) => (error ? [] : ENTITLEMENT_TAGS),
    }),
    updatePracticeFeatureFlags: mutation(updatePracticeFeatureFlags, {
      result: (answer, meta) => ({ ...answer, etag: meta?.etag }),
      invalidatesTags: (_, error) => (error ? [] : ENTITLEMENT_TAGS),
    }),
    restoreWithheld: mutation(restoreWithheld, { invalidatesTags: (_, error) => (error ? [] : ENTITLEMENT_TAGS) }),
  };
}

function activityEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    listActivity: query(listActivity, { keepUnusedDataFor: 0 }),
    listActivityActors: query(listActivityActors, { result: ({ actors }) => actors }),
    listAllActivity: query(listAllActivity, { keepUnusedDataFor: 0 }),
    listAllActivityActors: query(listAllActivityActors, { result: ({ actors }) => actors }),
    readActivity: query(readActivity),
    listApprovals: query(listApprovals, { result: ({ approvals }) => approvals, providesTags: ['approvals'] }),
    // Also after a refusal, because somebody else may have decided.
    approveRequest: mutation(approveRequest, { invalidatesTags: ['approvals', ...ENTITLEMENT_TAGS] }),
    declineRequest: mutation(declineRequest, { invalidatesTags: ['approvals'] }),
    listProductChanges: query(listProductChanges, { providesTags: ['history'] }),
  };
}

function subscriptionEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    listPracticeSubscriptions: query(listPracticeSubscriptions, { providesTags: ['subscriptions'] }),
    searchCustomers: query(searchCustomers, {
      request: ({ practice, term }: { practice: number; term: string }) => ({
        params: { practice },
        query: { query: term },
      }),
      // The number of free seats is never shown from the cache.
      keepUnusedDataFor: 0,
      providesTags: ['subscriptions'],
    }),
    saveSubscriptions: mutation(saveSubscriptions, {
      // Also after a failure, because somebody else may have taken the seat.
      invalidatesTags: ['subscriptions', ...ENTITLEMENT_TAGS],
    }),
    previewAttachment: query(previewAttachment, { keepUnusedDataFor: 0 }),
    previewRemoval: query(previewRemoval, { keepUnusedDataFor: 0 }),
    removeSubscription: mutation(removeSubscription, { invalidatesTags: ['subscriptions', ...ENTITLEMENT_TAGS] }),
    listPracticeUsers: query(listPracticeUsers, { result: ({ users }) => users }),
  };
}

function allPracticesEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    listPracticeFeatures: query(listPracticeFeatures, {
      request: (filter: QueryOf<typeof listPracticeFeatures> & { page: number }) => ({ query: filter }),
      // Without a page number the call returns all records as one list. This endpoint always requests a page.
      result: (answer): FeaturesPage => {
        const page = answer as FeaturesPage;
        return { ...page, results: page.results.map(practiceFeaturesFromWire) };
      },
      providesTags: ['practices'],
    }),
    readAllFeaturesMetadata: query(readAllFeaturesMetadata),
    previewBulkUpdate: query(previewBulkUpdate, {
      request: (body: BulkChange) => ({ body }),
      keepUnusedDataFor: 0,
    }),
    /** Each idempotency key makes one change, no matter how often it is sent. */
    bulkUpdateFeatures: mutation(bulkUpdateFeatures, { invalidatesTags: ENTITLEMENT_TAGS }),
    /** `results`: the maximum number of results. */
    readBulkJob: query(readBulkJob, {
      request: ({ job, results }: { job: string; results: number }) => ({
        params: { job },
        query: { results_limit: results },
      }),
    }),
    stopBulkJob: mutation(stopBulkJob),
    resumeBulkJob: mutation(resumeBulkJob),
  };
}

function cardEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    listCustomers: query(listCustomers, {
      request: ({ practice }: { practice: number }) => ({ query: { practice_id: practice } }),
      providesTags: ['customers'],
    }),
    readStripeInfo: query(readStripeInfo),
    listPaymentMethods: query(listPaymentMethods, {
      result: ({ payment_methods: cards, other_methods: others = [] }) => ({ cards, others }),
      providesTags: (_, __, { customer }) => [{ type: 'cards', id: customer }],
    }),
    /** Oldest first. Open invoices are never shown from the cache. */
    listOpenInvoices: query(listOpenInvoices, { keepUnusedDataFor: 0 }),
    payOpenInvoices: mutation(payOpenInvoices, {
      // Also after a failure, because another attempt might have paid.
      invalidatesTags: ['charges', 'subscriptions', 'customers'],
    }),
    /** `move`: subscriptions with their own card that follow the default card from now on. */
    setDefaultPaymentMethod: mutation(setDefaultPaymentMethod, {
      request: ({ move = [], ...ofCard }: OfCard & { move?: readonly string[] }) => {
        const { params, body } = toCardRequest(ofCard);
        return { params, body: { ...body, ...(move.length > 0 && { move_subscriptions: [...move] }) } };
      },
      invalidatesTags: (_, error, { customer }) =>
        error ? [] : [{ type: 'cards', id: customer }, 'subscriptions', 'charges'],
    }),
    deletePaymentMethod: mutation(deletePaymentMethod, {
      request: ({ nextDefault, ...ofCard }: OfCard & { nextDefault?: string | undefined }) => {
        const { params, body } = toCardRequest(ofCard);
        const next = nextDefault !== undefined && { new_default_payment_method_id: nextDefault };
        return { params, body: { ...body, ...next } };
      },
      invalidatesTags: (_, error, { customer }) =>
        error ? [] : [{ type: 'cards', id: customer }, 'customers', 'subscriptions', 'charges'],
    }),
    createSetupIntent: mutation(createSetupIntent),
    confirmPaymentMethod: mutation(confirmPaymentMethod, {
      invalidatesTags: (_, error) => (error ? [] : ['cards', 'customers', 'subscriptions', 'charges']),
    }),
  };
}

export const api = createApi({
  reducerPath: 'admin-billing',
  baseQuery: remoteBaseQuery,
  tagTypes: TAGS,
  endpoints: (build) => {
    const { query } = endpointsOf(build);
    return {
      ...featureEndpoints(build),
      ...activityEndpoints(build),
      ...subscriptionEndpoints(build),
      ...allPracticesEndpoints(build),
      ...cardEndpoints(build),
      readPracticeState: query(readPracticeState, { providesTags: ['features', 'subscriptions', 'charges'] }),
      readBillingRevision: query(readBillingRevision, { result: ({ revision }) => revision }),
      readUpcomingCharges: query(readUpcomingCharges, { providesTags: ['charges'] }),
    };
  },
});

export const {
  useApproveRequestMutation,
  useBulkUpdateFeaturesMutation,
  useConfirmPaymentMethodMutation,
  useCreateSetupIntentMutation,
  useDeclineRequestMutation,
  useDeletePaymentMethodMutation,
  useLazyListActivityQuery,
  useLazyListAllActivityQuery,
  useLazyListOpenInvoicesQuery,
  useLazyReadActivityQuery,
  useListActivityActorsQuery,
  useListApprovalsQuery,
  useListAllActivityActorsQuery,
  useLazyListProductChangesQuery,
  useLazyReadBillingRevisionQuery,
  useLazyReadPracticeFeaturesQuery,
  useListCustomersQuery,
  useListFeatureFlagUsesQuery,
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
  useReadPracticeStateQuery,
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
