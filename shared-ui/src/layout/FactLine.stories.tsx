import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { FactLine } from './FactLine';

const meta = {
  title: 'Layout/FactLine',
  component: FactLine,
  args: { facts: ['billing@bright-smiles.example', 'Pays for the imaging center', '2 active subscriptions'] },
} satisfies Meta<typeof FactLine>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Wide: Story = {};
export const Narrow: Story = {
  render: (args) => (
    <div style={{ width: 240 }}>
      <FactLine {...args} />
    </div>
  ),
};
/** A long email fills each of its lines, so no dot fits next to it. */
export const LongEmail: Story = {
  args: { facts: ['accounts.payable+invoices@bright-smiles-dental-group.example', 'Imaging center', '1 subscription'] },
  render: (args) => (
    <div style={{ width: 240 }}>
      <FactLine {...args} />
    </div>
  ),
};
