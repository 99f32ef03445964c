import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, narrowWidth } from '../stories/frames';
import { CardTile } from './CardTile';
import { aCard } from './testing/builders';

const meta = {
  title: 'Cards/CardTile',
  component: CardTile,
  decorators: [fieldWidth],
  args: {
    method: aCard(),
    busy: false,
    onDefault: action('default'),
    onRemove: action('remove'),
  },
  render: (args) => (
    <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      <CardTile {...args} />
    </ul>
  ),
} satisfies Meta<typeof CardTile>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Another: Story = {
  args: { method: aCard({ is_default: false }, { brand: 'mastercard', last4: '4444' }) },
};
export const BecomingDefault: Story = { args: { ...Another.args, busy: true } };
export const ExpiringSoon: Story = { args: { method: aCard({ expiry: 'soon' }, { exp_month: 12, exp_year: 2026 }) } };
export const Expired: Story = {
  args: { method: aCard({ is_default: false, expiry: 'expired' }, { exp_month: 10, exp_year: 2026 }) },
};
export const BrandWithoutPicture: Story = { args: { method: aCard({}, { brand: 'unionpay', last4: '0005' }) } };
export const DirectDebit: Story = {
  args: { method: { id: 'pm_sepa', name: 'SEPA Direct Debit ending in 3000', is_default: true, is_debit: true } },
};
export const Narrow: Story = { args: { ...Another.args }, decorators: [narrowWidth] };
