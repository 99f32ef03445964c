import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  cancelTrial,
  createCustomer,
  listCustomers,
  listPlans,
  startSubscription,
  startTrial,
} from 'shared-api/contracts';
import { answer, noConnection, refusal } from 'shared-api/testing';
import { aCustomer, aPlan, cardless, superAdmin } from '../testing/builders';
import { button, card, type OpenPage, openPlans, serve, server, stripe, toast, withServer } from '../testing/open-page';

withServer();

const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));

async function press(name: string): Promise<OpenPage> {
  const page = await openPlans();
  await page.user.click(await screen.findByRole('button', { name }));
  return page;
}

/** From the plan to the consent, for the customer with a card. */
async function toConsent(name: string): Promise<OpenPage> {
  const page = await press(name);
  await page.user.click(await screen.findByRole('radio', { name: 'Olivia Owner' }));
  await page.user.click(button('Continue'));
  await screen.findByText('Charged today');
  return page;
}

describe('a trial', () => {
  it('needs consent, says what it becomes and when, and is shown once it runs', async () => {
    const billing = serve();
    const { user } = await toConsent('Try 14 Days Free: Growth');
    const consent = dialog('Start 14-Day Free Trial');
    const start = consent.getByRole('button', { name: 'Start 14-Day Free Trial' });
    expect(start).toHaveAccessibleDescription('Please provide consent to start the trial');
    await user.click(start);
    expect(billing.made).toEqual([]);
    await user.click(consent.getByRole('checkbox', { name: /becomes a paid subscription at \$189.00 \/ month on/ }));
    await user.click(start);
    expect(await card('Growth').findByText('Trial Active')).toBeVisible();
    const body = { customer_id: 'cus_olivia', consent_given: true, optional_features: [] };
    expect(billing.made.map((made) => [made.call, made.body])).toEqual([['trial', body]]);
  });

  it('asks a customer without a card for one, and goes on with it', async () => {
    const billing = serve({ customers: [aCustomer(), cardless] });
    const { user } = await press('Try 14 Days Free: Growth');
    await user.click(await screen.findByRole('radio', { name: 'Noah New' }));
    await user.click(button('Continue'));
    await screen.findByRole('dialog', { name: 'Add Payment Method' });
    await user.type(await screen.findByRole('textbox', { name: 'Card number' }), '4242');
    await user.click(button('Add card'));
    expect(await screen.findByRole('dialog', { name: 'Start 14-Day Free Trial' })).toBeVisible();
    expect(billing.made.map((made) => made.body)).toEqual([
      { setup_intent_id: 'seti_1', make_default: true, retry_open_invoices: false },
    ]);
  });

  it('that fails says the documented words where the server has none', async () => {
    serve();
    server.use(answer(startTrial, noConnection));
    const page = await toConsent('Try 14 Days Free: Growth');
    await page.user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await page.user.click(button('Start 14-Day Free Trial'));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to start trial' }));
  });

  const trial = { id: 'sub_trial', trial_start: 1, trial_end: Math.floor(Date.now() / 1000) + 86_400 };

  it('is cancelled after a question, and cannot be had again', async () => {
    const billing = serve({ plans: [aPlan({ active_trial: trial })] });
    const { user } = await press('Cancel Trial: Growth');
    const ask = dialog('Cancel the trial of Growth?');
    expect(ask.getByText(/cannot be undone/)).toBeVisible();
    expect(ask.getByRole('button', { name: 'Keep the trial' })).toHaveFocus();
    expect(await ask.findByText('Charged today')).toBeVisible();
    expect(billing.previews).toEqual([{ kind: 'cancel-trial', plan_id: 'price_growth', trial_id: 'sub_trial' }]);
    await user.click(ask.getByRole('button', { name: 'Cancel Trial' }));
    expect(await card('Growth').findByText('No trials left')).toBeVisible();
    expect(billing.made.map(({ call, body }) => [call, body])).toEqual([['cancel-trial', { trial_id: 'sub_trial' }]]);
  });

  it('that cannot be cancelled says so', async () => {
    serve({ plans: [aPlan({ active_trial: trial })] });
    server.use(answer(cancelTrial, noConnection));
    const page = await press('Cancel Trial: Growth');
    await dialog(/Cancel the trial/).findByText('Charged today');
    await page.user.click(dialog(/Cancel the trial/).getByRole('button', { name: 'Cancel Trial' }));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to cancel trial' }));
  });
});

describe('a subscription', () => {
  it('is started by consent, with what it costs on the button, and the customer stays chosen', async () => {
    const billing = serve({ plans: [aPlan(), aPlan({ id: 'price_voice', name: 'Voice' })] });
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await user.click(button('Start Subscription — $12.40 today'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.made.map(({ body }) => body)).toEqual([
      { customer_id: 'cus_olivia', optional_features: [], plan: 'price_growth' },
    ]);
    await user.click(button('Subscribe: Voice'));
    expect(await screen.findByRole('dialog', { name: 'Start Subscription' })).toBeVisible();
    await user.click(button('Change Customer'));
    expect(await screen.findByRole('dialog', { name: 'Choose Customer' })).toBeVisible();
  });

  const withAddOns = { plans: [aPlan({ bundles: [{ name: 'core', display_name: 'Core' }] })] };

  it('may begin with optional features, by the rules of their groups, and costs what both cost', async () => {
    const billing = serve(withAddOns);
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(button('Optional features'));
    await user.click(screen.getByRole('checkbox', { name: 'Appointment reminders' }));
    expect(button('Optional features, 2 chosen')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('region', { name: 'Changed along with it' })).toHaveTextContent('Added Message archive');
    await user.click(screen.getByRole('checkbox', { name: /charged now, and then \$227.00 \/ month until/ }));
    await user.click(await screen.findByRole('button', { name: 'Start Subscription — $12.40 today' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const optional_features = [
      { feature_name: 'appointment_reminders', plan_id: 'price_appointment_reminders_month', bundle_name: 'core' },
      { feature_name: 'message_archive', plan_id: 'price_message_archive_month', bundle_name: 'core' },
    ];
    expect(billing.made.map(({ body }) => body)).toEqual([
      { customer_id: 'cus_olivia', optional_features, plan: 'price_growth' },
    ]);
    expect(billing.previews.at(-1)).toMatchObject({ kind: 'start', optional_features });
  });

  it('does not begin with features that lack something, and says what', async () => {
    const billing = serve(withAddOns);
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await user.click(button('Optional features'));
    await user.click(screen.getByRole('checkbox', { name: 'Route map' }));
    const start = button('Start Subscription');
    expect(start).toHaveAccessibleDescription('Select at least 1 features for Messaging.');
    await user.click(start);
    expect(billing.made).toEqual([]);
  });

  it('that fails says the documented words where the server has none', async () => {
    serve();
    server.use(answer(startSubscription, noConnection));
    const page = await toConsent('Subscribe: Growth');
    await page.user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await page.user.click(button(/^Start Subscription —/));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to start subscription' }));
  });
});

describe('choosing a customer', () => {
  it('that could not be read says so, in a toast too, and is read again', async () => {
    serve();
    server.use(answer(listCustomers, noConnection, { once: true }));
    const page = await press('Subscribe: Growth');
    expect(await screen.findByText('Failed to fetch customers')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to fetch customers' });
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('radio', { name: 'Olivia Owner' })).toBeVisible();
  });

  it('where there is none, one is made of an owner', async () => {
    serve({ customers: [] });
    const { user } = await press('Subscribe: Growth');
    expect(await screen.findByText('No Customers Found')).toBeVisible();
    await user.click(button('Create Customer'));
    expect(await screen.findByRole('radio', { name: 'Olivia Owner' })).toBeChecked();
  });

  it('where there is neither customer nor owner, support is named', async () => {
    serve({ customers: [], owners: [] });
    await press('Subscribe: Growth');
    expect(await screen.findByText('No practice owners found. Please contact support.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Customer' })).toBeNull();
  });

  it('a customer that cannot be made is told of in the form, without a toast', async () => {
    serve({ customers: [] });
    server.use(answer(createCustomer, () => refusal(422, 'refused_by_provider', 'Not an address of ours')));
    const { user, shell } = await press('Subscribe: Growth');
    await user.clear(await screen.findByRole('textbox', { name: 'Last name' }));
    await user.click(button('Create Customer'));
    expect(screen.getByRole('textbox', { name: 'Last name' })).toHaveAccessibleDescription('Must not be empty');
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Owner');
    await user.click(button('Create Customer'));
    expect(await screen.findByText('Not an address of ours')).toBeVisible();
    expect(shell.notifications).toEqual([]);
  });
});

describe('a new subscription by a super admin', () => {
  async function openNew(): Promise<OpenPage> {
    const page = await openPlans(superAdmin);
    await page.user.click(button('New Subscription'));
    return page;
  }

  it('needs customer and plan, and a customer without a card gets one first', async () => {
    const billing = serve({ customers: [aCustomer(), cardless] });
    const { user } = await openNew();
    const noah = await screen.findByRole('radio', { name: 'Noah New' });
    expect(noah).toBeDisabled();
    expect(noah).toHaveAccessibleDescription(/Needs a card before it can be chosen/);
    expect(button('Start Subscription')).toHaveAccessibleDescription('Choose a customer and a plan first');
    await user.click(button('Manage Payment Methods of Noah New'));
    await user.click(await screen.findByRole('button', { name: 'Add Payment Method for Noah New' }));
    await screen.findByRole('textbox', { name: 'Card number' });
    await user.click(button('Add card'));
    await screen.findByRole('list', { name: 'Cards of Noah New' });
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    const again = await screen.findByRole('radio', { name: 'Noah New' });
    await waitFor(() => expect(again).toBeEnabled());
    await user.click(again);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Plan' }), 'Voice · $99.00 / month');
    await user.click(await screen.findByRole('button', { name: 'Start Subscription — $12.40 today' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.made.at(-1)?.body).toEqual({ customer_id: 'cus_new', optional_features: [], plan: 'price_voice' });
  });

  it('that fails is told of in the dialog, without a toast', async () => {
    serve();
    server.use(answer(startSubscription, () => refusal(402, 'card_declined', 'Your card was declined.')));
    const { user, shell } = await openNew();
    await user.click(await screen.findByRole('radio', { name: 'Olivia Owner' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Plan' }), 'Voice · $99.00 / month');
    await user.click(await screen.findByRole('button', { name: 'Start Subscription — $12.40 today' }));
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    expect(shell.notifications).toEqual([]);
  });

  it('without any customer says what to do', async () => {
    serve({ customers: [] });
    await openNew();
    expect(await screen.findByText('No Stripe customers found. Please create a customer first.')).toBeVisible();
  });

  it('whose lists could not be read says so in their places, without a toast', async () => {
    serve();
    server.use(
      answer(listCustomers, () => refusal(500, 'broken', 'Not now')),
      answer(listPlans, () => refusal(500, 'broken', 'Not now')),
    );
    const { shell } = await openNew();
    expect(await screen.findByText('The customers could not be loaded')).toBeVisible();
    expect(await screen.findByText('The plans could not be loaded')).toBeVisible();
    expect(shell.notifications).toEqual([]);
  });
});

it('a card that is declined stays in its form', async () => {
  stripe.setup = { error: { type: 'card_error', message: 'Your card has insufficient funds.' } };
  const billing = serve({ customers: [cardless] });
  const { user } = await press('Subscribe: Growth');
  await user.click(await screen.findByRole('radio', { name: 'Noah New' }));
  await user.click(button('Continue'));
  await screen.findByRole('textbox', { name: 'Card number' });
  await user.click(button('Add card'));
  expect(await screen.findByText('Your card has insufficient funds.')).toBeVisible();
  expect(billing.made).toEqual([]);
});
