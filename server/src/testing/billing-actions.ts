/** Actions and lookups for billing tests, through the pages' calls. */
import type { LightMyRequestResponse } from 'fastify';
import type Stripe from 'stripe';
import type { BillingOutcome, CostPreview, FeatureSummary, Subscription, TrialPlan } from 'shared-api/contracts';
import type { FakeStripe } from '../billing/stripe/testing/fake-stripe.js';
import type { BillingServer, Clinic } from './billing-server.js';

/** @param server available once the tests run, like `fakeStripe` */
export function billingActions(server: () => BillingServer, fakeStripe: () => FakeStripe) {
  const post = (
    { caller, practiceId }: Clinic,
    id: string,
    action: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> =>
    server().call(caller, 'POST', `/api/${practiceId}/practice-features/${id}/${action}/`, body, headers);
  const answered = (response: LightMyRequestResponse): LightMyRequestResponse => {
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
    return response;
  };
  const summary = async ({ caller, practiceId }: Clinic): Promise<FeatureSummary> =>
    answered(await server().call(caller, 'GET', `/api/${practiceId}/practice-features/feature-summary/`)).json();
  const chosen = (feature: string, bundle: string, key = `${feature}:month`) => ({
    feature_name: feature,
    plan_id: server().price(key),
    bundle_name: bundle,
  });
  return {
    post,
    summary,
    chosen,
    /** An add-on of the Phones bundle. */
    recording: () => chosen('call_recording', 'phones'),
    /** Confirms or rejects a payment at the bank, as the person would. */
    async answerBank(secret = '', approved = true): Promise<void> {
      const [intent = ''] = secret.split('_secret_');
      const body = new URLSearchParams({ intent, client_secret: secret, approved: String(approved) });
      const response = await fetch(`${fakeStripe().url}/stripe-js/authenticate`, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
      await fakeStripe().changed();
    },
    async preview({ caller, practiceId }: Clinic, change: unknown): Promise<CostPreview> {
      return answered(
        await server().call(caller, 'POST', `/api/${practiceId}/practice-features/preview/`, change),
      ).json();
    },
    async plan({ caller, practiceId }: Clinic, key: string): Promise<TrialPlan | undefined> {
      const response = answered(
        await server().call(caller, 'GET', `/api/stripe-plan-trials/?practice_id=${practiceId}`),
      );
      return response.json<{ plans: TrialPlan[] }>().plans.find(({ id }) => id === server().price(key));
    },
    /** Starts a plan immediately. Returns the page's subscription. */
    async start(clinic: Clinic, key: string, features?: unknown[]): Promise<Subscription> {
      const response = await post(clinic, server().price(key), 'start-subscription', {
        customer_id: clinic.customer,
        ...(features && { optional_features: features }),
      });
      const { status } = answered(response).json<BillingOutcome>();
      const [newest] = (await summary(clinic)).subscriptions;
      if (status !== 'success' || !newest) throw new Error(`Nothing was started: ${response.body}`);
      return newest;
    },
    /** Names of the usable features. */
    async active(clinic: Clinic): Promise<string[]> {
      return (await summary(clinic)).features.filter((one) => one.is_active).map(({ name }) => name);
    },
    /** The product history, as `TYPE Product`, in alphabetical order. */
    async history({ practiceId }: Clinic): Promise<string[]> {
      const rows = await server()
        .db.selectFrom('product_change_history')
        .select(['change_type', 'product_name'])
        .where('practice_id', '=', practiceId)
        .execute();
      return rows.map((row) => `${row.change_type} ${row.product_name}`).sort();
    },
    async subscriptionsOf({ customer: customerId }: Clinic): Promise<Stripe.Subscription[]> {
      return (await server().stripe.subscriptions.list({ customer: customerId, status: 'all' })).data;
    },
  };
}
