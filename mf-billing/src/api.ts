/**
 * The API endpoints of this module. Subscription changes and trials go through `makeChange`; `changes/change.ts` lists
 * their kinds. `payOpenInvoices` pays open invoices.
 */
import { apiErrorOf, request } from 'shared-api';
import {
  type AnswerOf,
  type BillingOutcome,
  type BodyOf,
  type Call,
  type ChangeToPreview,
  confirmPaymentMethod,
  createCustomer,
  createSetupIntent,
  deletePaymentMethod,
  listAddOnOffers,
  listCustomers,
  listInvoices,
  listOpenInvoices,
  listPaymentMethods,
  listPlans,
  listTrialPlans,
  payOpenInvoices,
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
  assignSubscriptionItem,
  setSubscriptionPaymentMethod,
  settleBillingRequest,
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';
import { requestOf, type ChangeRequest } from './changes/change';
import { shareCharges } from './charges/shared-charges';

interface PracticeArg {
  practiceId: number;
}
interface CustomerArg {
  customerId: string;
}
/** A body with an idempotency key: retries with the same key take effect once. */
interface Keyed<C extends Call> {
  body: BodyOf<C>;
  idempotencyKey: string;
}
export type Customers = AnswerOf<typeof listCustomers>;
export type InvoicePage = AnswerOf<typeof listInvoices>;
export type InvoiceTotals = AnswerOf<typeof readInvoiceTotals>;
export type InvoiceFilter = Omit<QueryOf<typeof readInvoiceTotals>, 'practice_id'>;
/** The subject of add-on offers: a subscription, or a plan that is about to start. */
export type OfferSubject = { subscription_id: string } | { plan_id: string };

/** Tags of all data that a payment or a billing change can affect: everything except the plan catalog. */
export const BILLING_TAGS = ['summary', 'plans', 'offers', 'charges', 'customers', 'cards', 'invoices'] as const;

const toPractice = ({ practiceId }: PracticeArg) => ({ params: { practice: practiceId } });
const toCustomer = ({ customerId }: CustomerArg) => ({ params: { customer: customerId } });
const toKeyed = <C extends Call>({ body, idempotencyKey, ...arg }: CustomerArg & Keyed<C>) => ({
  ...toCustomer(arg),
  body,
  idempotencyKey,
});
interface CardArg extends CustomerArg {
  cardId: string;
}
const toCard = ({ customerId, cardId }: CardArg) => ({
  params: { customer: customerId },
  body: { payment_method_id: cardId },
});

type Build = Parameters<typeof endpointsOf<(typeof BILLING_TAGS)[number], 'billing'>>[0];

function subscriptionEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    readFeatureSummary: query(readFeatureSummary, { request: toPractice, providesTags: ['summary'] }),
    listTrialPlans: query(listTrialPlans, {
      request: ({ practiceId }: PracticeArg) => ({ query: { practice_id: practiceId } }),
      providesTags: ['plans'],
    }),
    listAddOnOffers: query(listAddOnOffers, {
      request: ({ subject, ...arg }: PracticeArg & { subject: OfferSubject }) => ({
        ...toPractice(arg),
        query: subject,
      }),
      providesTags: ['offers'],
    }),
    listPlans: query<typeof listPlans, PracticeArg>(listPlans, {
      request: () => ({ query: { pbn_default: 'true' } }),
    }),
    restoreWithheld: mutation(restoreWithheld, {
      request: ({ items, ...arg }: PracticeArg & BodyOf<typeof restoreWithheld>) => ({
        ...toPractice(arg),
        body: { items },
      }),
      invalidatesTags: (_, error) => (error ? [] : BILLING_TAGS),
    }),
    assignSubscriptionItem: mutation(assignSubscriptionItem, {
      request: ({ practiceId, subscriptionId, itemId }: PracticeArg & { subscriptionId: string; itemId: string }) => ({
        params: { practice: practiceId, subscription: subscriptionId },
        body: { subscription_item_id: itemId },
      }),
      // Also after a failure, because somebody else may have assigned it.
      invalidatesTags: BILLING_TAGS,
    }),
    setSubscriptionPaymentMethod: mutation(setSubscriptionPaymentMethod, {
      request: ({ body, ...arg }: PracticeArg & { body: BodyOf<typeof setSubscriptionPaymentMethod> }) => ({
        ...toPractice(arg),
        body,
      }),
      // Also after a failure, because somebody else may have changed the cards.
      invalidatesTags: ['summary', 'charges', 'cards'],
    }),
  };
}

function changeEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    /** `attempt` isn't sent. A new value changes the cache key, so the preview is fetched again. */
    previewChange: query(previewChange, {
      request: ({ change, ...arg }: PracticeArg & { change: ChangeToPreview; attempt: number }) => ({
        ...toPractice(arg),
        body: change,
      }),
      // A preview is valid only at the time it was calculated, so it isn't cached.
      keepUnusedDataFor: 0,
      onQueryStarted(_, { dispatch, queryFulfilled }) {
        queryFulfilled.catch(({ error }: { error?: unknown }) => {
          if (apiErrorOf(error).code === 'not_sold') dispatch(api.util.invalidateTags(['plans', 'offers']));
        });
      },
    }),
    makeChange: build.mutation<BillingOutcome, PracticeArg & { sent: ChangeRequest; idempotencyKey: string }>({
      query: ({ practiceId, sent, idempotencyKey }) => requestOf(practiceId, sent, idempotencyKey),
      // Failures also invalidate: without a response the outcome is unknown, and the refetch shows the current state.
      invalidatesTags: BILLING_TAGS,
    }),
    readBillingRequest: query(readBillingRequest, {
      request: ({ practiceId, requestId }: PracticeArg & { requestId: string }) => ({
        params: { practice: practiceId, request: requestId },
      }),
      keepUnusedDataFor: 0,
    }),
    settleBillingRequest: mutation(settleBillingRequest, {
      request: ({ practiceId, requestId, giveUp }: PracticeArg & { requestId: string; giveUp: boolean }) => ({
        params: { practice: practiceId, request: requestId },
        body: giveUp ? { give_up: true } : {},
      }),
      invalidatesTags: BILLING_TAGS,
    }),
  };
}

function customerEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    listCustomers: query(listCustomers, {
      request: ({ practiceId }: PracticeArg) => ({ query: { practice_id: practiceId } }),
      providesTags: ['customers'],
    }),
    /** Retries with the same key create one customer. */
    createCustomer: mutation(createCustomer, {
      request: ({ customer, idempotencyKey }: { customer: BodyOf<typeof createCustomer>; idempotencyKey: string }) => ({
        body: customer,
        idempotencyKey,
      }),
      // Also after a failure, because without a response the customer may have been created.
      invalidatesTags: ['customers'],
    }),
  };
}

function cardEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    readStripeInfo: query(readStripeInfo),
    listPaymentMethods: query(listPaymentMethods, {
      request: toCustomer,
      result: ({ payment_methods: cards, other_methods: others = [] }) => ({ cards, others }),
      providesTags: (_, __, { customerId }) => [{ type: 'cards', id: customerId }],
    }),
    /** `move`: subscriptions with their own card that follow the default card from now on. */
    setDefaultPaymentMethod: mutation(setDefaultPaymentMethod, {
      request: ({ move = [], ...arg }: CardArg & { move?: readonly string[] }) => {
        const { params, body } = toCard(arg);
        return { params, body: { ...body, ...(move.length > 0 && { move_subscriptions: [...move] }) } };
      },
      invalidatesTags: (_, error, { customerId }) =>
        error ? [] : [{ type: 'cards', id: customerId }, 'customers', 'summary', 'charges'],
    }),
    deletePaymentMethod: mutation(deletePaymentMethod, {
      request: ({ nextDefault, ...arg }: CardArg & { nextDefault?: string | undefined }) => {
        const { params, body } = toCard(arg);
        const next = nextDefault !== undefined && { new_default_payment_method_id: nextDefault };
        return { params, body: { ...body, ...next } };
      },
      invalidatesTags: (_, error, { customerId }) =>
        error ? [] : [{ type: 'cards', id: customerId }, 'customers', 'summary', 'charges'],
    }),
    createSetupIntent: mutation(createSetupIntent, { request: toCustomer }),
    confirmPaymentMethod: mutation(confirmPaymentMethod, {
      request: toKeyed<typeof confirmPaymentMethod>,
      invalidatesTags: (_, error) => (error ? [] : BILLING_TAGS),
    }),
  };
}

function invoiceEndpoints(build: Build) {
  const { query, mutation } = endpointsOf(build);
  return {
    /** Open invoices that a card can pay now. */
    listOpenInvoices: query(listOpenInvoices, { request: toCustomer, keepUnusedDataFor: 0 }),
    payOpenInvoices: mutation(payOpenInvoices, {
      request: toKeyed<typeof payOpenInvoices>,
      invalidatesTags: BILLING_TAGS,
    }),
    /** Paginates by cursor. A refetch loads all visible pages. */
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
    readInvoiceTotals: query(readInvoiceTotals, {
      request: ({ practiceId, filter }: PracticeArg & { filter: InvoiceFilter }) => ({
        query: { practice_id: practiceId, ...filter },
      }),
      providesTags: ['invoices'],
    }),
  };
}

export const api = createApi({
  reducerPath: 'billing',
  baseQuery: remoteBaseQuery,
  tagTypes: BILLING_TAGS,
  endpoints: (build) => {
    const { query } = endpointsOf(build);
    return {
      ...subscriptionEndpoints(build),
      ...changeEndpoints(build),
      ...customerEndpoints(build),
      ...cardEndpoints(build),
      ...invoiceEndpoints(build),
      /** With `customerId`, loads only that customer, to retry a failed load. */
      readUpcomingCharges: query(readUpcomingCharges, {
        request: ({ customerId, ...arg }: PracticeArg & { customerId?: string }) => ({
          ...toPractice(arg),
          query: customerId === undefined ? {} : { customer_id: customerId },
        }),
        providesTags: ['charges'],
        onQueryStarted({ practiceId, customerId }, { queryFulfilled }) {
          const charges = queryFulfilled.then(({ data }) => data);
          // The page shows failures.
          charges.catch(() => undefined);
          if (customerId === undefined) shareCharges(practiceId, charges);
        },
      }),
      readBillingRevision: query(readBillingRevision, {
        request: toPractice,
        result: ({ revision }) => revision,
        keepUnusedDataFor: 0,
      }),
    };
  },
});

export const {
  useConfirmPaymentMethodMutation,
  useCreateCustomerMutation,
  useCreateSetupIntentMutation,
  useDeletePaymentMethodMutation,
  useLazyListOpenInvoicesQuery,
  useLazyReadBillingRevisionQuery,
  useLazyReadFeatureSummaryQuery,
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
  useAssignSubscriptionItemMutation,
  useSetSubscriptionPaymentMethodMutation,
  useSettleBillingRequestMutation,
} = api;
