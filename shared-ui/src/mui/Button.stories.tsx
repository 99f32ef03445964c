import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { PlusIcon } from '../icons';
import { longName, narrowWidth } from '../stories/frames';
import { Button } from '.';

const meta = {
  title: 'MUI/Button',
  component: Button,
  args: { children: 'Save Changes' },
} satisfies Meta<typeof Button>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Outlined: Story = {};
export const Contained: Story = { args: { variant: 'contained', color: 'primary' } };
export const Text: Story = { args: { variant: 'text', color: 'primary' } };
export const OutlinedError: Story = { args: { color: 'error', children: 'Remove' } };
export const ContainedError: Story = { args: { variant: 'contained', color: 'error', children: 'Remove Card' } };
export const WithIcon: Story = { args: { startIcon: <PlusIcon size={14} />, children: 'Add Payment Method' } };
export const Loading: Story = { args: { variant: 'contained', color: 'primary', loading: true } };
export const Disabled: Story = { args: { disabled: true } };
export const DisabledWithReason: Story = { args: { reason: 'Only an owner can change the members' } };
export const LongTextNarrow: Story = { args: { children: longName }, decorators: [narrowWidth] };
