/** The calls of this module. Every change that moves money goes through `makeChange`; its kinds are in `changes/`. */
import { request } from 'shared-api';
import {
  type AddOnOffers,
  type AnswerOf,
  type BillingOutcome,
  type BillingRequest,
  type BodyOf,
  type ChangeToPreview,
  confirmPaymentMethod,
  type CostPreview,
  createCustomer,
  createSetupIntent,
  deletePaymentMethod,
  type FeatureSummary,
  listAddOnOffers,
  listCustomers,
  listInvoices,
  listOpenInvoices,
  listPaymentMethods,
  listPlans,
  listTrialPlans,
  type OpenInvoices,
  type PaymentMethod,
  payOpenInvoices,
  type Plan,
  previewChange,
  type QueryOf,
  readBillingRequest,
  readBillingRevision,
  readFeatureSummary,
  readInvoiceTotals,
  readStripeInfo,
  readUpcomingCharges,
  restoreWithheld,
  setDefaultPaymentMethod,
  settleBillingRequest,
  type UpcomingCharges,
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';
import { requestOf, type SentChange } from './changes/change';

interface PracticeArg {
  practiceId: number;
}
interface CustomerArg {
  customerId: string;
}
export type TrialPlans = AnswerOf<typeof listTrialPlans>;
export type Customers = AnswerOf<typeof listCustomers>;
export type InvoicePage = AnswerOf<typeof listInvoices>;
export type InvoiceTotals = AnswerOf<typeof readInvoiceTotals>;
export type InvoiceFilter = Omit<QueryOf<typeof readInvoiceTotals>, 'practice_id'>;
/** What add-ons are offered for: a subscription, or a plan that is about to start. */
export type OfferSubject = { subscription_id: string } | { plan_id: string };

/** What a payment or a change of billing may have altered: everything but the catalog. */
export const BILLING_TAGS = ['summary', 'plans', 'offers', 'charges', 'customers', 'cards', 'invoices'] as const;

export const api = createApi({
  reducerPath: 'billing',
  baseQuery: remoteBaseQuery,
  tagTypes: BILLING_TAGS,
  endpoints: (build) => ({
    readFeatureSummary: build.query<FeatureSummary, PracticeArg>({
      query: ({ practiceId: practice }) => request(readFeatureSummary, { params: { practice } }),
      providesTags: ['summary'],
    }),
    listTrialPlans: build.query<TrialPlans, PracticeArg>({
      query: ({ practiceId }) => request(listTrialPlans, { query: { practice_id: practiceId } }),
      providesTags: ['plans'],
    }),
    listAddOnOffers: build.query<AddOnOffers, PracticeArg & { subject: OfferSubject }>({
      query: ({ practiceId: practice, subject }) => request(listAddOnOffers, { params: { practice }, query: subject }),
      providesTags: ['offers'],
    }),
    listPlans: build.query<Plan[], PracticeArg>({
      query: () => request(listPlans, { query: { pbn_default: 'true' } }),
    }),
    /** Only one customer with `customerId`: to find out whether a failure is over. */
    readUpcomingCharges: build.query<UpcomingCharges, PracticeArg & { customerId?: string }>({
      query: ({ practiceId: practice, customerId }) =>
        request(readUpcomingCharges, {
          params: { practice },
          query: customerId === undefined ? {} : { customer_id: customerId },
        }),
      providesTags: ['charges'],
    }),
    readBillingRevision: build.query<string, PracticeArg>({
      query: ({ practiceId: practice }) => request(readBillingRevision, { params: { practice } }),
      transformResponse: ({ revision }: AnswerOf<typeof readBillingRevision>) => revision,
      keepUnusedDataFor: 0,
    }),

    /** `attempt` is not sent: another one asks again. */
    previewChange: build.query<CostPreview, PracticeArg & { change: ChangeToPreview; attempt: number }>({
      query: ({ practiceId: practice, change }) => request(previewChange, { params: { practice }, body: change }),
      // A preview holds for its moment, so none is shown again.
      keepUnusedDataFor: 0,
    }),
    makeChange: build.mutation<BillingOutcome, PracticeArg & { sent: SentChange; idempotencyKey: string }>({
      query: ({ practiceId, sent, idempotencyKey }) => requestOf(practiceId, sent, idempotencyKey),
      // After a failure too: when no answer came, the page shows the present state.
      invalidatesTags: BILLING_TAGS,
    }),
    readBillingRequest: build.query<BillingRequest, PracticeArg & { requestId: string }>({
      query: ({ practiceId: practice, requestId }) =>
        request(readBillingRequest, { params: { practice, request: requestId } }),
      keepUnusedDataFor: 0,
    }),
    settleBillingRequest: build.mutation<BillingRequest, PracticeArg & { requestId: string; giveUp: boolean }>({
      query: ({ practiceId: practice, requestId, giveUp }) =>
        request(settleBillingRequest, {
          params: { practice, request: requestId },
          body: giveUp ? { give_up: true } : {},
        }),
      invalidatesTags: BILLING_TAGS,
    }),
    restoreWithheld: build.mutation<
      AnswerOf<typeof restoreWithheld>,
      PracticeArg & { items: BodyOf<typeof restoreWithheld>['items'] }
    >({
      query: ({ practiceId: practice, items }) => request(restoreWithheld, { params: { practice }, body: { items } }),
      invalidatesTags: (_, error) => (error ? [] : BILLING_TAGS),
    }),

    listCustomers: build.query<Customers, PracticeArg>({
      query: ({ practiceId }) => request(listCustomers, { query: { practice_id: practiceId } }),
      providesTags: ['customers'],
    }),
    /** One key makes one customer, however often it is sent. */
    createCustomer: build.mutation<
      AnswerOf<typeof createCustomer>,
      { customer: BodyOf<typeof createCustomer>; idempotencyKey: string }
    >({
      query: ({ customer: body, idempotencyKey }) => request(createCustomer, { body, idempotencyKey }),
      invalidatesTags: (_, error) => (error ? [] : ['customers']),
    }),

    readStripeInfo: build.query<AnswerOf<typeof readStripeInfo>, undefined>({
      query: () => request(readStripeInfo, {}),
    }),
    listPaymentMethods: build.query<PaymentMethod[], CustomerArg>({
      query: ({ customerId: customer }) => request(listPaymentMethods, { params: { customer } }),
      transformResponse: ({ payment_methods }: AnswerOf<typeof listPaymentMethods>) => payment_methods,
      providesTags: (_, __, { customerId }) => [{ type: 'cards', id: customerId }],
    }),
    /** What a card could pay now. */
    listOpenInvoices: build.query<OpenInvoices, CustomerArg>({
      query: ({ customerId: customer }) => request(listOpenInvoices, { params: { customer } }),
      keepUnusedDataFor: 0,
    }),
    payOpenInvoices: build.mutation<
      AnswerOf<typeof payOpenInvoices>,
      CustomerArg & { body: BodyOf<typeof payOpenInvoices>; idempotencyKey: string }
    >({
      query: ({ customerId: customer, body, idempotencyKey }) =>
        request(payOpenInvoices, { params: { customer }, body, idempotencyKey }),
      invalidatesTags: BILLING_TAGS,
    }),
    setDefaultPaymentMethod: build.mutation<unknown, CustomerArg & { cardId: string }>({
      query: ({ customerId: customer, cardId }) =>
        request(setDefaultPaymentMethod, { params: { customer }, body: { payment_method_id: cardId } }),
      invalidatesTags: (_, error, { customerId }) =>
        error ? [] : [{ type: 'cards', id: customerId }, 'customers', 'summary', 'charges'],
    }),
    deletePaymentMethod: build.mutation<unknown, CustomerArg & { cardId: string }>({
      query: ({ customerId: customer, cardId }) =>
        request(deletePaymentMethod, { params: { customer }, body: { payment_method_id: cardId } }),
      invalidatesTags: (_, error, { customerId }) => (error ? [] : [{ type: 'cards', id: customerId }, 'customers']),
    }),
    createSetupIntent: build.mutation<AnswerOf<typeof createSetupIntent>, CustomerArg>({
      query: ({ customerId: customer }) => request(createSetupIntent, { params: { customer } }),
    }),
    confirmPaymentMethod: build.mutation<
      AnswerOf<typeof confirmPaymentMethod>,
      CustomerArg & { body: BodyOf<typeof confirmPaymentMethod>; idempotencyKey: string }
    >({
      query: ({ customerId: customer, body, idempotencyKey }) =>
        request(confirmPaymentMethod, { params: { customer }, body, idempotencyKey }),
      invalidatesTags: (_, error) => (error ? [] : BILLING_TAGS),
    }),

    /** Pages by cursor. A refetch reads every page that is shown. */
    listInvoices: build.infiniteQuery<InvoicePage, PracticeArg & { filter: InvoiceFilter }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
      },
      query: ({ queryArg: { practiceId, filter }, pageParam }) =>
        request(listInvoices, {
          query: { practice_id: practiceId, ...filter, ...(pageParam !== null && { starting_after: pageParam }) },
        }),
      providesTags: ['invoices'],
    }),
    readInvoiceTotals: build.query<InvoiceTotals, PracticeArg & { filter: InvoiceFilter }>({
      query: ({ practiceId, filter }) => request(readInvoiceTotals, { query: { practice_id: practiceId, ...filter } }),
      providesTags: ['invoices'],
    }),
  }),
});

export const {
  useConfirmPaymentMethodMutation,
  useCreateCustomerMutation,
  useCreateSetupIntentMutation,
  useDeletePaymentMethodMutation,
  useLazyListOpenInvoicesQuery,
  useLazyReadBillingRevisionQuery,
  useLazyReadStripeInfoQuery,
  useLazyReadUpcomingChargesQuery,
  useListAddOnOffersQuery,
  useListCustomersQuery,
  useListInvoicesInfiniteQuery,
  useListOpenInvoicesQuery,
  useListPaymentMethodsQuery,
  useListPlansQuery,
  useListTrialPlansQuery,
  useMakeChangeMutation,
  usePayOpenInvoicesMutation,
  usePreviewChangeQuery,
  useReadBillingRequestQuery,
  useReadFeatureSummaryQuery,
  useReadInvoiceTotalsQuery,
  useReadStripeInfoQuery,
  useReadUpcomingChargesQuery,
  useRestoreWithheldMutation,
  useSetDefaultPaymentMethodMutation,
  useSettleBillingRequestMutation,
} = api;
