import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from '../actions/Button';
import { narrowWidth } from '../stories/frames';
import { Stack } from './Stack';

const meta = {
  title: 'Layout/Stack',
  component: Stack,
  args: { children: ['Refresh', 'Copy day…', 'Export'].map((label) => <Button key={label}>{label}</Button>) },
} satisfies Meta<typeof Stack>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Column: Story = {};
export const Row: Story = { args: { direction: 'row', gap: 2 } };
export const RowSpacedOut: Story = { args: { direction: 'row', justify: 'space-between' } };
export const WrappedNarrow: Story = { args: { direction: 'row', gap: 2, wrap: true }, decorators: [narrowWidth] };
