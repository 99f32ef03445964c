import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import type { CallResult } from './calls';
import { RemoveCardDialog } from './RemoveCardDialog';
import { aCard } from './testing/builders';

const meta = {
  title: 'Cards/RemoveCardDialog',
  component: RemoveCardDialog,
  args: {
    method: aCard(),
    remove: (): Promise<CallResult<unknown>> => Promise.resolve({ data: {} }),
    onRemoved: action('removed'),
    onClose: action('closed'),
  },
} satisfies Meta<typeof RemoveCardDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Busy: Story = {
  args: { remove: () => new Promise<never>(() => undefined) },
  play: async ({ userEvent }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Remove Visa ending 4242' }));
  },
};
export const AsksForTheNextDefault: Story = {
  args: {
    replacements: [
      aCard({ id: 'pm_spare', is_default: false }, { brand: 'mastercard', last4: '4444' }),
      aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005' }),
    ],
  },
};
export const Refused: Story = {
  args: {
    replacements: [aCard({ id: 'pm_spare', is_default: false }, { brand: 'mastercard', last4: '4444' })],
    replace: () => Promise.resolve({ data: {} }),
    remove: () =>
      Promise.resolve({
        error: {
          status: 409,
          code: 'card_in_use',
          message: 'Core is charged to this card. Make another card the default first.',
        },
      }),
  },
  play: async ({ userEvent }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Remove Visa ending 4242' }));
    await screen.findByRole('button', { name: 'Change card and remove' });
  },
};
