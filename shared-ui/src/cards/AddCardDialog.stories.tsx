import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { withRemoteContext, longName } from '../stories/frames';
import { EMPTY_SCRIPT, installStripeForStories } from '../stories/stripe';
import { AddCardDialog } from './AddCardDialog';
import { aCard } from './testing/builders';

const info = {
  data: { stripe_publishable_key: 'pk_test_dialog', stripe_js_url: EMPTY_SCRIPT },
  isFetching: false,
  refetch: action('refetch'),
};

const calls = {
  createIntent: () => Promise.resolve({ data: { client_secret: 'seti_1_secret_1' } }),
  confirm: () =>
    Promise.resolve({ data: { status: 'success' as const, message: '', payment_method: aCard(), retried: [] } }),
};

const meta = {
  title: 'Cards/AddCardDialog',
  component: AddCardDialog,
  decorators: [withRemoteContext],
  args: {
    customer: 'Olivia Owner',
    hasCard: true,
    info,
    calls,
    onConfirmed: action('confirmed'),
    onClose: action('closed'),
  },
  beforeEach: () => {
    installStripeForStories();
  },
} satisfies Meta<typeof AddCardDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

const formIsThere = async (): Promise<void> => {
  await screen.findByLabelText('Card number');
};

export const Open: Story = { play: formIsThere };
export const FirstCard: Story = { args: { hasCard: false }, play: formIsThere };
export const Overdue: Story = {
  args: {
    overdue: [
      { invoice_id: 'in_1', number: 'CONS-0031', amount_due: 4900, currency: 'usd' },
      { invoice_id: 'in_2', number: null, amount_due: 12900, currency: 'usd' },
    ],
  },
  play: formIsThere,
};
export const Loading: Story = { args: { info: { isFetching: true, refetch: action('refetch') } } };
export const Failed: Story = {
  args: {
    info: {
      error: { status: 502, code: 'unreachable', message: 'The server could not be reached.' },
      isFetching: false,
      refetch: action('refetch'),
    },
  },
};
export const NotConfirmedYet: Story = {
  args: {
    calls: {
      ...calls,
      confirm: () =>
        Promise.resolve({ error: { status: 502, code: 'unreachable', message: 'The server could not be reached.' } }),
    },
  },
  play: async ({ userEvent }) => {
    await formIsThere();
    await userEvent.click(screen.getByRole('button', { name: 'Add card' }));
    await screen.findByRole('alert');
  },
};
export const LongText: Story = { args: { customer: longName }, play: formIsThere };
