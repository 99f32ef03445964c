/** The sandbox sends its webhooks to a listening server: signed, duplicated and out of order. */
import { beforeAll, expect, it } from '@jest/globals';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { paymentsFor } from '../../stripe/stripe-client.js';
import { registerWebhooks } from '../../stripe/webhook-endpoint.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { describeWithDatabase } from '../../../testing/engines.js';

describeWithDatabase('webhook delivery', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const payments = paymentsFor(server.config);
    if (!payments) throw new Error('There is no payment provider.');
    await registerWebhooks(server.db, payments, address, new Date());
  });
  const { start, summary, history, active, post, answerBank } = billingActions(
    () => server,
    () => fakeStripe,
  );
  const statuses = async (clinic: Clinic) => (await summary(clinic)).subscriptions.map(({ status }) => status);
  const until = async (reached: () => Promise<boolean>): Promise<void> => {
    while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  it('applies the end of a trial once when events are duplicated and reordered', async () => {
    await fakeStripe.tellWebhooks({ duplicate: true, reorder: true });
    const clinic = await server.aClinic();
    await start(clinic, 'core_monthly');
    const trial = await post(clinic, server.price('phones_monthly'), 'start-trial', {
      customer_id: clinic.customer,
      consent_given: true,
    });
    expect(trial.json()).toMatchObject({ status: 'success' });
    await fakeStripe.advance(15);
    await until(async () => (await statuses(clinic)).every((status) => status === 'active'));
    await until(async () => (await history(clinic)).length === 4);
    expect(await history(clinic)).toEqual([
      'ADD_BUNDLE Core',
      'ADD_BUNDLE Phones',
      'TRIAL_END Phones',
      'TRIAL_START Phones',
    ]);
    await fakeStripe.tellWebhooks({});
  });

  it('completes a payment that the person confirmed with their bank', async () => {
    const clinic = await server.aClinic({ card: 'pm_card_authenticationRequired' });
    const response = await post(clinic, server.price('core_monthly'), 'start-subscription', {
      customer_id: clinic.customer,
    });
    const { client_secret: secret } = response.json<{ client_secret: string }>();
    expect(await summary(clinic)).toMatchObject({ confirming: true });
    await answerBank(secret);
    await until(async () => !(await summary(clinic)).confirming);
    expect(await statuses(clinic)).toEqual(['active']);
    expect(await active(clinic)).toContain('practice_dashboard');
  });

  it("applies a cancellation from the provider's dashboard", async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'analytics_monthly');
    await server.stripe.subscriptions.cancel(id);
    await until(async () => (await statuses(clinic))[0] === 'canceled');
    await until(async () => (await active(clinic)).length === 0);
    expect(await history(clinic)).toEqual(['ADD_BUNDLE Practice Analytics', 'REMOVE_BUNDLE Practice Analytics']);
  });
});
