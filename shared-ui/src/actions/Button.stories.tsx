import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { RefreshIcon, TrashIcon } from '../icons';
import { longName, narrowWidth } from '../stories/frames';
import { Button } from './Button';

const meta = {
  title: 'Actions/Button',
  component: Button,
  args: { children: 'Refresh', onClick: action('clicked') },
} satisfies Meta<typeof Button>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rest: Story = {};
export const Primary: Story = { args: { variant: 'primary', children: 'Save Changes' } };
export const Quiet: Story = { args: { variant: 'quiet', children: 'Show all' } };
export const Danger: Story = { args: { variant: 'danger', children: 'Remove' } };
export const FilledDanger: Story = { args: { variant: 'filledDanger', children: 'Cancel subscription' } };
export const WithIcon: Story = { args: { icon: <RefreshIcon size={14} /> } };
export const DangerWithIcon: Story = {
  args: { variant: 'danger', icon: <TrashIcon size={14} />, children: 'Remove' },
};
export const Busy: Story = { args: { busy: true, children: 'Saving...' } };
export const BusyPrimary: Story = { args: { busy: true, variant: 'primary', children: 'Saving...' } };
export const Disabled: Story = { args: { disabled: true } };
export const DisabledQuiet: Story = { args: { disabled: true, variant: 'quiet', children: 'Show all' } };
export const DisabledPrimary: Story = { args: { disabled: true, variant: 'primary', children: 'Save Changes' } };
export const DisabledWithReason: Story = { args: { why: 'Only owners and managers can change this.' } };
export const LongText: Story = { args: { children: longName } };
export const LongTextNarrow: Story = { args: { children: longName }, decorators: [narrowWidth] };
