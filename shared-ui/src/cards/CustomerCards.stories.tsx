import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { TitledDialog } from '../dialogs/TitledDialog';
import { withRemoteContext, longName, narrowWidth } from '../stories/frames';
import type { CallResult, PaymentMethod } from './calls';
import { CustomerCards } from './CustomerCards';
import { aCard } from './testing/builders';

const apiError = (message: string) => ({ status: 502, code: 'unreachable', message });
const done = (): Promise<CallResult<unknown>> => Promise.resolve({ data: {} });
const refused = (): Promise<CallResult<unknown>> =>
  Promise.resolve({ error: apiError('The bank could not be reached.') });
const reading = (data: readonly PaymentMethod[]) => ({ data, isFetching: false, refetch: action('refetch') });

const spare = aCard({ id: 'pm_spare', is_default: false }, { brand: 'mastercard', last4: '4444' });
const expired = aCard(
  { id: 'pm_old', is_default: false, expiry: 'expired' },
  { brand: 'amex', last4: '0005', exp_year: 2025 },
);

const meta = {
  title: 'Cards/CustomerCards',
  component: CustomerCards,
  decorators: [withRemoteContext],
  args: {
    customer: 'Olivia Owner',
    cards: reading([aCard(), spare, expired]),
    setDefault: done,
    remove: done,
    refusals: 'inline',
    noneHelp: 'A card pays for the subscriptions of this customer.',
    adding: (close) => (
      <TitledDialog open title="Add Payment Method" maxWidth="xs" onClose={close}>
        <Typography>The card form stands here.</Typography>
      </TitledDialog>
    ),
  },
} satisfies Meta<typeof CustomerCards>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = {};
export const OneCard: Story = { args: { cards: reading([aCard()]) } };
export const Empty: Story = { args: { cards: reading([]) } };
export const Loading: Story = { args: { cards: { isFetching: true, refetch: action('refetch') } } };
export const Failed: Story = {
  args: {
    cards: { error: apiError('The server could not be reached.'), isFetching: false, refetch: action('refetch') },
  },
};
export const NotAllowed: Story = {
  args: { why: 'You don’t have permission to change subscriptions and cards. Ask an owner of this practice.' },
};
export const DefaultRefused: Story = {
  args: { setDefault: refused },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Set as Default: Mastercard ending 4444' }));
    await canvas.findByRole('alert');
  },
};
/** Subscriptions with their own card don't follow a new default but can be moved to it. */
export const MovesSubscriptions: Story = {
  args: {
    cards: reading([
      aCard({
        charged_for: [
          { subscription_id: 'sub_core', name: 'Core' },
          { subscription_id: 'sub_phones', name: 'Phones' },
        ],
      }),
      spare,
    ]),
    moveSubscriptions: () => Promise.resolve({ data: {} }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Set as Default: Mastercard ending 4444' }));
    await screen.findByRole('dialog', { name: 'Set as Default' });
  },
};
export const ManyCards: Story = {
  args: {
    cards: reading(
      Array.from({ length: 24 }, (_, at) =>
        aCard({ id: `pm_${at}`, is_default: at === 0 }, { last4: String(4000 + at), exp_month: (at % 12) + 1 }),
      ),
    ),
  },
};
export const LongTextNarrow: Story = {
  args: { customer: longName, cards: reading([spare]) },
  decorators: [narrowWidth],
};
