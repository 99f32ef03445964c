import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Money } from './money';

const meta = { title: 'Figures/Money', component: Money, args: { cents: 123450 } } satisfies Meta<typeof Money>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Dollars: Story = {};
export const Nothing: Story = { args: { cents: 0 } };
export const Credit: Story = { args: { cents: -4900 } };
export const Euros: Story = { args: { cents: 1200, currency: 'eur' } };
export const WholeUnits: Story = { args: { cents: 5000, currency: 'jpy' } };
export const LargeAmount: Story = { args: { cents: 123_456_789_012 } };
