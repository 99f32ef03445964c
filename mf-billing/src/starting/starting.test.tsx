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
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import {
  aCard,
  aCustomer,
  anAddOn,
  anOffer,
  anOverdue,
  aPlan,
  aPreview,
  cardless,
  noon,
  superAdmin,
  upcomingCharges,
} from '../testing/builders';
import {
  button,
  findCard,
  type OpenPage,
  openPlans,
  serve,
  server,
  stripe,
  toast,
  withServer,
} from '../testing/open-page';

withServer();

const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));

async function press(name: string): Promise<OpenPage> {
  const page = await openPlans();
  await page.user.click(await screen.findByRole('button', { name }));
  return page;
}

/** Opens a plan's consent step for the customer with a card. */
async function toConsent(name: string): Promise<OpenPage> {
  const page = await press(name);
  await page.user.click(await screen.findByRole('radio', { name: 'Olivia Owner' }));
  await page.user.click(button('Continue'));
  await screen.findByText('Charged today');
  return page;
}

const trialPreview = aPreview({
  due_today: 0,
  recurring: { amount: 22_700, interval: 'month' },
  trial_end: noon('2026-12-04'),
});

describe('starting and canceling a trial', () => {
  it('requires consent to the server’s amount and date, and shows the running trial', async () => {
    const billing = serve({ preview: trialPreview });
    const { user } = await toConsent('Try 14 Days Free: Growth');
    const consent = dialog('Start 14-Day Free Trial');
    const start = consent.getByRole('button', { name: 'Start 14-Day Free Trial' });
    expect(start).toHaveAccessibleDescription('Please provide consent to start the trial');
    await user.click(start);
    expect(billing.recordedCalls).toEqual([]);
    await user.click(
      consent.getByRole('checkbox', { name: /becomes a paid subscription at \$227\.00 \/ month on Dec 4, 2026/ }),
    );
    await user.click(start);
    expect(await (await findCard('Growth')).findByText('Trial Active')).toBeVisible();
    const body = { customer_id: 'cus_olivia', consent_given: true, optional_features: [] };
    expect(billing.recordedCalls.map((made) => [made.call, made.body])).toEqual([['trial', body]]);
  });

  it('shows only “declined” for a customer whose last payment was declined', async () => {
    serve({ customers: [aCustomer(), cardless], charges: upcomingCharges({ overdue: [anOverdue()] }) });
    await press('Try 14 Days Free: Growth');
    const olivia = (await screen.findByRole('radio', { name: 'Olivia Owner' })).closest('label');
    expect(olivia).toHaveTextContent('Last payment declined');
    expect(olivia).not.toHaveTextContent('Payment method on file');
  });

  it('shows the owed amount that is charged now in the terms and on the button', async () => {
    serve({ preview: { ...trialPreview, due_today: 2_500 } });
    await toConsent('Try 14 Days Free: Growth');
    const consent = dialog('Start 14-Day Free Trial');
    expect(
      consent.getByRole('checkbox', { name: /is charged \$25\.00 now, and that the trial becomes .* on Dec 4, 2026/ }),
    ).toBeVisible();
    expect(consent.getByRole('button', { name: 'Start 14-Day Free Trial — $25.00 today' })).toBeVisible();
  });

  it('asks a customer without a card for one, then continues', async () => {
    const billing = serve({ customers: [aCustomer(), cardless] });
    const { user } = await press('Try 14 Days Free: Growth');
    await user.click(await screen.findByRole('radio', { name: 'Noah New' }));
    await user.click(button('Continue'));
    await screen.findByRole('dialog', { name: 'Add Payment Method' });
    await user.type(await screen.findByRole('textbox', { name: 'Card number' }), '4242');
    await user.click(button('Add card'));
    expect(await screen.findByRole('dialog', { name: 'Start 14-Day Free Trial' })).toBeVisible();
    expect(billing.recordedCalls.map((made) => made.body)).toEqual([
      { setup_intent_id: 'seti_1', make_default: true, retry_open_invoices: false },
    ]);
  });

  it('shows the documented text when a trial fails without a reason', async () => {
    serve({ preview: trialPreview });
    server.use(answer(startTrial, connectionFailure));
    const page = await toConsent('Try 14 Days Free: Growth');
    await page.user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await page.user.click(button('Start 14-Day Free Trial'));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to start trial' }));
  });

  const trial = { id: 'sub_trial', trial_start: 1, trial_end: noon('2026-11-29'), days_left: 9 };

  it("cancels the trial after a confirmation and doesn't offer it again", async () => {
    const billing = serve({ plans: [aPlan({ active_trial: trial })] });
    const { user } = await press('Cancel Trial: Growth');
    const ask = dialog('Cancel the trial of Growth?');
    expect(ask.getByText(/can’t undo this/)).toBeVisible();
    expect(ask.getByRole('button', { name: 'Keep the trial' })).toHaveFocus();
    expect(await ask.findByText('Charged today')).toBeVisible();
    expect(billing.previews).toEqual([{ kind: 'cancel-trial', plan_id: 'price_growth', trial_id: 'sub_trial' }]);
    await user.click(ask.getByRole('button', { name: 'Cancel Trial' }));
    expect(await (await findCard('Growth')).findByText('All trials of this plan are used.')).toBeVisible();
    expect(billing.recordedCalls.map(({ call, body }) => [call, body])).toEqual([
      ['cancel-trial', { trial_id: 'sub_trial' }],
    ]);
  });

  it('shows an error when the trial can’t be canceled', async () => {
    serve({ plans: [aPlan({ active_trial: trial })] });
    server.use(answer(cancelTrial, connectionFailure));
    const page = await press('Cancel Trial: Growth');
    await dialog(/Cancel the trial/).findByText('Charged today');
    await page.user.click(dialog(/Cancel the trial/).getByRole('button', { name: 'Cancel Trial' }));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to cancel trial' }));
  });
});

describe('starting a subscription', () => {
  it('shows the cost on the button, starts after consent and keeps the customer selected', async () => {
    const billing = serve({ plans: [aPlan(), aPlan({ id: 'price_voice', name: 'Voice' })] });
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await user.click(button('Start Subscription — $12.40 today'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls.map(({ body }) => body)).toEqual([
      { customer_id: 'cus_olivia', optional_features: [], expected_due: 1240, plan: 'price_growth' },
    ]);
    await user.click(button('Subscribe: Voice'));
    expect(await screen.findByRole('dialog', { name: 'Start Subscription' })).toBeVisible();
    await user.click(button('Change Customer'));
    expect(await screen.findByRole('dialog', { name: 'Choose Customer' })).toBeVisible();
  });

  it('starts with optional features according to group rules', async () => {
    const billing = serve();
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(await screen.findByRole('button', { name: 'Optional features' }));
    await user.click(screen.getByRole('checkbox', { name: 'Appointment reminders' }));
    expect(button('Optional features, 2 chosen')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('region', { name: 'Also changed' })).toHaveTextContent('Added Message archive');
    await user.click(
      await screen.findByRole('checkbox', {
        name: 'I agree that the customer’s card is charged $12.40 now, and then $537.00 / month until the subscription is canceled.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Start Subscription — $12.40 today' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const optional_features = [
      { feature_name: 'appointment_reminders', plan_id: 'price_appointment_reminders_month', bundle_name: 'core' },
      { feature_name: 'message_archive', plan_id: 'price_message_archive_month', bundle_name: 'core' },
    ];
    expect(billing.recordedCalls.map(({ body }) => body)).toEqual([
      { customer_id: 'cus_olivia', optional_features, expected_due: 1240, plan: 'price_growth' },
    ]);
    expect(billing.previews.at(-1)).toMatchObject({ kind: 'start', optional_features });
  });

  it("names the problem of a group below its minimum and doesn't start", async () => {
    const bound = { group_min_required: 2, group_max_allowed: null, mutually_exclusive_with: ['reminders'] };
    const offers = [
      anAddOn('Reminders', 2900, { ...bound, mutually_exclusive_with: [] }),
      anAddOn('Archive', 900, { ...bound, display_order: 2 }),
    ];
    const billing = serve({ offers });
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(await screen.findByRole('button', { name: 'Optional features' }));
    await user.click(screen.getByRole('checkbox', { name: 'Reminders' }));
    const start = button('Start Subscription');
    expect(start).toHaveAccessibleDescription('Select at least 2 features for Messaging.');
    await user.click(start);
    expect(billing.recordedCalls).toEqual([]);
  });

  it('asks for consent again after the amount changes', async () => {
    const billing = serve();
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    billing.preview = aPreview({ due_today: 9900 });
    await user.click(await screen.findByRole('button', { name: 'Optional features' }));
    await user.click(screen.getByRole('checkbox', { name: 'Route map' }));
    expect(await screen.findByRole('checkbox', { name: /charged \$99\.00 now/ })).not.toBeChecked();
    expect(button(/^Start Subscription/)).toHaveAccessibleDescription(
      'Please provide consent to start the subscription',
    );
  });

  it('offers another card after a decline', async () => {
    const billing = serve();
    const amex = aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005' });
    billing.cards.set('cus_olivia', [aCard(), amex]);
    server.use(
      answer(startSubscription, () => errorReply(402, 'card_declined', 'Your card was declined.'), { once: true }),
    );
    const { user } = await toConsent('Subscribe: Growth');
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await user.click(button(/^Start Subscription —/));
    expect(await screen.findByText('Nothing was started. Try another card.')).toBeVisible();
    await user.click(await screen.findByRole('radio', { name: 'American Express ending 0005' }));
    await waitFor(() => expect(button(/^Start Subscription —/)).not.toHaveAttribute('aria-disabled'));
    await user.click(button(/^Start Subscription —/));
    await waitFor(() => expect(billing.recordedCalls).toHaveLength(1));
    expect(billing.recordedCalls[0]?.body).toMatchObject({ payment_method_id: 'pm_amex' });
  });

  it('shows the documented text when a subscription fails without a reason', async () => {
    serve();
    server.use(answer(startSubscription, connectionFailure));
    const page = await toConsent('Subscribe: Growth');
    await page.user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await page.user.click(button(/^Start Subscription —/));
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to start subscription' }));
  });
});

describe('choosing a customer', () => {
  it('shows an error with a toast and Retry when loading customers fails', async () => {
    serve();
    server.use(answer(listCustomers, connectionFailure, { once: true }));
    const page = await press('Subscribe: Growth');
    expect(await screen.findByText('Failed to fetch customers')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to fetch customers' });
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('radio', { name: 'Olivia Owner' })).toBeVisible();
  });

  it('creates a customer for an owner if there is none', async () => {
    serve({ customers: [] });
    const { user } = await press('Subscribe: Growth');
    expect(await screen.findByText('No Customers Found')).toBeVisible();
    await user.click(button('Create Customer'));
    expect(await screen.findByRole('radio', { name: 'Olivia Owner' })).toBeChecked();
  });

  it('asks before creating a second customer with the same email', async () => {
    const billing = serve({ customers: [aCustomer({ email: 'Owner@Bright-Smiles.example' })] });
    const { user } = await press('Subscribe: Growth');
    await user.click(await screen.findByRole('button', { name: 'Create Customer' }));
    await user.click(button('Create Customer'));
    expect(screen.getByText('There is already a customer with this email. Use it?')).toBeVisible();
    expect(billing.customers).toHaveLength(1);
    await user.click(button('Use Olivia Owner'));
    expect(screen.getByRole('radio', { name: 'Olivia Owner' })).toBeChecked();
    await user.click(button('Create Customer'));
    await user.click(button('Create Customer'));
    await user.click(button('Create another one'));
    await waitFor(() => expect(billing.customers).toHaveLength(2));
  });

  it('refers to support without a customer and an owner', async () => {
    serve({ customers: [], owners: [] });
    await press('Subscribe: Growth');
    expect(await screen.findByText('No practice owners found. Please contact support.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Customer' })).toBeNull();
  });

  it('shows in the form why a customer can’t be created, without a toast', async () => {
    serve({ customers: [] });
    server.use(answer(createCustomer, () => errorReply(422, 'refused_by_provider', 'Not an address of ours')));
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

describe('a new customer after a reload', () => {
  const edit = async ({ user }: OpenPage, customers: number): Promise<void> => {
    if (customers > 0) await user.click(await screen.findByRole('button', { name: 'Create Customer' }));
    const name = await screen.findByRole('textbox', { name: 'First name' });
    await user.clear(name);
    await user.type(name, 'Oswald');
  };

  it.each([
    ['the form alone', []],
    ['the form below customers', [aCustomer()]],
  ])('keeps its input in the plan’s dialog and asks before discarding it: %s', async (_, customers) => {
    serve({ customers });
    const page = await press('Subscribe: Growth');
    await edit(page, customers.length);
    const { user, shell } = await page.reload();
    expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('Oswald');
    expect(screen.getByRole('dialog', { name: 'Choose Customer' })).toBeVisible();
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Choose Customer”', lostWithQuery: true });
    await user.click(button('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shell.unsaved).toBeNull();
  });

  it('keeps its input in the new subscription dialog', async () => {
    serve({ customers: [] });
    const page = await openPlans(superAdmin);
    await page.user.click(await screen.findByRole('button', { name: 'New Subscription' }));
    await edit(page, 0);
    await page.reload();
    expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('Oswald');
    expect(screen.getByRole('dialog', { name: 'Start New Subscription' })).toBeVisible();
  });
});

describe('a customer without a usable card', () => {
  it('forgets the customer after the card form is canceled', async () => {
    serve({ customers: [aCustomer(), cardless] });
    const { user } = await press('Subscribe: Growth');
    await user.click(await screen.findByRole('radio', { name: 'Noah New' }));
    await user.click(button('Continue'));
    await screen.findByRole('dialog', { name: 'Add Payment Method' });
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('Try 14 Days Free: Growth'));
    expect(await screen.findByRole('dialog', { name: 'Choose Customer' })).toBeVisible();
    expect(await screen.findByRole('radio', { name: 'Noah New' })).not.toBeChecked();
  });

  it('sets a saved card as the default and offers to add a new one', async () => {
    const billing = serve({ customers: [cardless] });
    billing.cards.set('cus_new', [aCard({ id: 'pm_spare', is_default: false })]);
    const { user } = await press('Subscribe: Growth');
    await user.click(await screen.findByRole('radio', { name: 'Noah New' }));
    await user.click(button('Continue'));
    const step = within(await screen.findByRole('dialog', { name: 'Choose a card for Noah New' }));
    expect(step.getByRole('button', { name: 'Add Payment Method for Noah New' })).toBeVisible();
    await user.click(await step.findByRole('button', { name: 'Set as Default: Visa ending 4242' }));
    expect(await screen.findByRole('dialog', { name: 'Start Subscription' })).toBeVisible();
  });

  it('allows choosing another customer', async () => {
    const billing = serve({ customers: [aCustomer(), cardless] });
    billing.cards.set('cus_new', [aCard({ id: 'pm_spare', is_default: false })]);
    const { user } = await press('Subscribe: Growth');
    await user.click(await screen.findByRole('radio', { name: 'Noah New' }));
    await user.click(button('Continue'));
    await user.click(await screen.findByRole('button', { name: 'Change Customer' }));
    expect(await screen.findByRole('dialog', { name: 'Choose Customer' })).toBeVisible();
  });
});

describe('customers that can’t be selected', () => {
  it('lists a customer whose data is missing, with Retry', async () => {
    const broken = aCustomer({ id: 'cus_broken', name: null, email: null, error: 'The provider doesn’t know it.' });
    const billing = serve({ customers: [aCustomer(), broken] });
    const { user } = await press('Subscribe: Growth');
    const radio = await screen.findByRole('radio', { name: 'cus_broken' });
    expect(radio).toBeDisabled();
    expect(radio).toHaveAccessibleDescription(/The provider doesn’t know it\./);
    expect(screen.getByRole('radio', { name: 'Olivia Owner' })).toBeEnabled();
    billing.customers = [aCustomer(), { ...broken, name: 'Noah New', error: null }];
    await user.click(button('Retry cus_broken'));
    expect(await screen.findByRole('radio', { name: 'Noah New' })).toBeEnabled();
  });

  it('disables customers with overdue invoices for a trial, with the server’s reason', async () => {
    const trial = { offered: true, reason: null, ends: noon('2026-12-04') };
    const blocked_customers = [{ customer_id: 'cus_olivia', reason: 'Owes $208.00 since Nov 3.' }];
    serve({
      customers: [aCustomer(), cardless],
      plans: [aPlan({ offer: anOffer({ trial: { ...trial, blocked_customers } }) })],
    });
    const { user } = await press('Try 14 Days Free: Growth');
    const olivia = await screen.findByRole('radio', { name: 'Olivia Owner' });
    expect(olivia).toBeDisabled();
    expect(olivia).toHaveAccessibleDescription(/Owes \$208\.00 since Nov 3\./);
    await user.click(button('Cancel'));
    await user.click(button('Subscribe: Growth'));
    expect(await screen.findByRole('radio', { name: 'Olivia Owner' })).toBeEnabled();
  });
});

describe('a new subscription by a super admin', () => {
  async function openNew(): Promise<OpenPage> {
    const page = await openPlans(superAdmin);
    await page.user.click(button('New Subscription'));
    return page;
  }

  it('requires a customer with a card and a plan', async () => {
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
    const plan = await screen.findByRole('combobox', { name: 'Plan' });
    await user.selectOptions(plan, within(plan).getByRole('option', { name: 'Voice\u00a0·\u00a0$99.00 / month' }));
    await user.click(await screen.findByRole('button', { name: 'Start Subscription — $12.40 today' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls.at(-1)?.body).toEqual({
      customer_id: 'cus_new',
      optional_features: [],
      expected_due: 1240,
      plan: 'price_voice',
    });
  });

  it('shows an error in the dialog, without a toast', async () => {
    serve();
    server.use(answer(startSubscription, () => errorReply(402, 'card_declined', 'Your card was declined.')));
    const { user, shell } = await openNew();
    await user.click(await screen.findByRole('radio', { name: 'Olivia Owner' }));
    const plan = await screen.findByRole('combobox', { name: 'Plan' });
    await user.selectOptions(plan, within(plan).getByRole('option', { name: 'Voice\u00a0·\u00a0$99.00 / month' }));
    await user.click(await screen.findByRole('button', { name: 'Start Subscription — $12.40 today' }));
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    expect(shell.notifications).toEqual([]);
  });

  it('creates the first customer in the dialog', async () => {
    serve({ customers: [] });
    const { user } = await openNew();
    expect(await screen.findByText('No Stripe customers found. Please create a customer first.')).toBeVisible();
    await user.click(button('Create Customer'));
    expect(await screen.findByRole('radio', { name: 'Olivia Owner' })).toBeDisabled();
  });

  it('explains what to do in a practice without owners', async () => {
    serve({ customers: [], owners: [] });
    await openNew();
    expect(await screen.findByText('No practice owners found. Please contact support.')).toBeVisible();
    expect(screen.getByText('Add an owner to this practice first, then create the customer here.')).toBeVisible();
  });

  it('shows the errors of failed lists inline, without a toast', async () => {
    serve();
    server.use(
      answer(listCustomers, () => errorReply(500, 'broken', 'Not now')),
      answer(listPlans, () => errorReply(500, 'broken', 'Not now')),
    );
    const { shell } = await openNew();
    expect(await screen.findByText('Couldn’t load the customers')).toBeVisible();
    expect(await screen.findByText('Couldn’t load the plans')).toBeVisible();
    expect(shell.notifications).toEqual([]);
  });
});

it('shows the decline of a card in its form', async () => {
  stripe.setupResult = { error: { type: 'card_error', message: 'Your card has insufficient funds.' } };
  const billing = serve({ customers: [cardless] });
  const { user } = await press('Subscribe: Growth');
  await user.click(await screen.findByRole('radio', { name: 'Noah New' }));
  await user.click(button('Continue'));
  await screen.findByRole('textbox', { name: 'Card number' });
  await user.click(button('Add card'));
  expect(await screen.findByText('Your card has insufficient funds.')).toBeVisible();
  expect(billing.recordedCalls).toEqual([]);
});
