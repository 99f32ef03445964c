import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { SuccessIcon } from '../icons';
import { Chip } from '.';

const meta = {
  title: 'MUI/Chip',
  component: Chip,
  args: { label: 'Patient Engagement' },
} satisfies Meta<typeof Chip>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithoutColor: Story = {};
export const Success: Story = { args: { color: 'success', icon: <SuccessIcon size={12} />, label: 'Paid' } };
export const Warning: Story = { args: { color: 'warning', label: 'Past due' } };
export const Failed: Story = { args: { color: 'error', label: 'Failed' } };
export const Information: Story = { args: { color: 'info', label: 'Trial' } };
