/** The calls of this module. What money does is in `changes/`, with one endpoint for all of its kinds. */
import { request } from 'shared-api';
import {
  type AnswerOf,
  type BillingOutcome,
  type BodyOf,
  type ChangeToPreview,
  confirmPaymentMethod,
  type CostPreview,
  createCustomer,
  createSetupIntent,
  deletePaymentMethod,
  type FeatureSummary,
  listCustomers,
  listInvoices,
  listOpenInvoices,
  listOptionalFeatures,
  listPaymentMethods,
  listPlans,
  listTrialPlans,
  type OpenInvoice,
  type OptionalFeature,
  type PaymentMethod,
  type Plan,
  previewChange,
  readFeatureSummary,
  readStripeInfo,
  setDefaultPaymentMethod,
  type TrialPlan,
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';
import { requestOf, type SentChange } from './changes/change';

interface OfPractice {
  practice: number;
}
interface OfCustomer {
  customer: string;
}
export type Customers = AnswerOf<typeof listCustomers>;
export type Invoices = AnswerOf<typeof listInvoices>;

/** What an answer may have changed once money has moved: everything but the catalogue. */
export const moved = ['summary', 'plans', 'customers', 'cards'] as const;

export const api = createApi({
  reducerPath: 'billing',
  baseQuery: remoteBaseQuery,
  tagTypes: ['summary', 'plans', 'customers', 'cards'],
  endpoints: (build) => ({
    readFeatureSummary: build.query<FeatureSummary, OfPractice>({
      query: (params) => request(readFeatureSummary, { params }),
      providesTags: ['summary'],
    }),
    listTrialPlans: build.query<TrialPlan[], OfPractice>({
      query: ({ practice }) => request(listTrialPlans, { query: { practice_id: practice } }),
      transformResponse: ({ plans }: AnswerOf<typeof listTrialPlans>) => plans,
      providesTags: ['plans'],
    }),
    /** The catalogue is the same for all, and read anew for each practice that is looked at. */
    listOptionalFeatures: build.query<OptionalFeature[], OfPractice>({
      query: () => request(listOptionalFeatures, {}),
    }),
    listPlans: build.query<Plan[], OfPractice>({
      query: () => request(listPlans, { query: { pbn_default: 'true' } }),
    }),

    /** `attempt` is not sent: another one asks again. */
    previewChange: build.query<CostPreview, OfPractice & { change: ChangeToPreview; attempt: number }>({
      query: ({ practice, change }) => request(previewChange, { params: { practice }, body: change }),
      // A preview is of its moment: none is shown again.
      keepUnusedDataFor: 0,
    }),
    makeChange: build.mutation<BillingOutcome, OfPractice & { change: SentChange; idempotencyKey: string }>({
      query: ({ practice, change, idempotencyKey }) => requestOf(practice, change, idempotencyKey),
      // After a failure too: where no answer came, the page shows what is there now.
      invalidatesTags: moved,
    }),

    listCustomers: build.query<Customers, OfPractice>({
      query: ({ practice }) => request(listCustomers, { query: { practice_id: practice } }),
      providesTags: ['customers'],
    }),
    /** One key makes one customer, however often it is sent. */
    createCustomer: build.mutation<
      AnswerOf<typeof createCustomer>,
      { customer: BodyOf<typeof createCustomer>; key: string }
    >({
      query: ({ customer: body, key: idempotencyKey }) => request(createCustomer, { body, idempotencyKey }),
      invalidatesTags: (_, error) => (error ? [] : ['customers']),
    }),

    readStripeInfo: build.query<AnswerOf<typeof readStripeInfo>, undefined>({
      query: () => request(readStripeInfo, {}),
    }),
    listPaymentMethods: build.query<PaymentMethod[], OfCustomer>({
      query: (params) => request(listPaymentMethods, { params }),
      transformResponse: ({ payment_methods }: AnswerOf<typeof listPaymentMethods>) => payment_methods,
      providesTags: (_, __, { customer }) => [{ type: 'cards', id: customer }],
    }),
    /** What a new card could pay: of the moment at which it is added. */
    listOpenInvoices: build.query<OpenInvoice[], OfCustomer>({
      query: (params) => request(listOpenInvoices, { params }),
      transformResponse: ({ invoices }: AnswerOf<typeof listOpenInvoices>) => invoices,
      keepUnusedDataFor: 0,
    }),
    setDefaultPaymentMethod: build.mutation<unknown, OfCustomer & { card: string }>({
      query: ({ customer, card }) =>
        request(setDefaultPaymentMethod, { params: { customer }, body: { payment_method_id: card } }),
      invalidatesTags: (_, error, { customer }) => (error ? [] : [{ type: 'cards', id: customer }, 'summary']),
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
      invalidatesTags: (_, error) => (error ? [] : moved),
    }),

    /** Pages of one list: `after` is the cursor of the page to add, and without one the list begins anew. */
    listInvoices: build.query<Invoices, OfPractice & { after?: string | undefined }>({
      query: ({ practice, after }) =>
        request(listInvoices, {
          query: { practice_id: practice, ...(after !== undefined && { starting_after: after }) },
        }),
      serializeQueryArgs: ({ queryArgs: { practice } }) => ({ practice }),
      merge: (known, page, { arg: { after } }) =>
        after === undefined ? page : { ...page, results: [...known.results, ...page.results] },
      forceRefetch: ({ currentArg, previousArg }) => currentArg?.after !== previousArg?.after,
    }),
  }),
});

export const {
  useConfirmPaymentMethodMutation,
  useCreateCustomerMutation,
  useCreateSetupIntentMutation,
  useDeletePaymentMethodMutation,
  useLazyReadStripeInfoQuery,
  useListCustomersQuery,
  useListInvoicesQuery,
  useListOpenInvoicesQuery,
  useListOptionalFeaturesQuery,
  useListPaymentMethodsQuery,
  useListPlansQuery,
  useListTrialPlansQuery,
  useMakeChangeMutation,
  usePreviewChangeQuery,
  useReadFeatureSummaryQuery,
  useReadStripeInfoQuery,
  useSetDefaultPaymentMethodMutation,
} = api;
