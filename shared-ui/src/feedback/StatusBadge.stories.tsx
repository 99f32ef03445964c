import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ClockIcon } from '../icons';
import { longName } from '../stories/frames';
import { StatusBadge } from './Badge';

const meta = {
  title: 'Feedback/StatusBadge',
  component: StatusBadge,
  args: { tone: 'neutral', children: 'Canceled' },
} satisfies Meta<typeof StatusBadge>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Neutral: Story = {};
export const Information: Story = { args: { tone: 'information', children: 'Scheduled' } };
export const Attention: Story = { args: { tone: 'attention', children: 'Past due' } };
export const Danger: Story = { args: { tone: 'danger', children: 'Failed' } };
export const Success: Story = { args: { tone: 'success', children: 'Active' } };
export const OwnIcon: Story = { args: { tone: 'information', icon: <ClockIcon size={12} />, children: 'Trial' } };
export const LongText: Story = { args: { tone: 'attention', children: longName } };
