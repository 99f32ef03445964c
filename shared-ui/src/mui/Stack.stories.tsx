import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Chip } from '.';
import { Stack } from '.';

const meta = {
  title: 'MUI/Stack',
  component: Stack,
  args: { spacing: 2, children: ['Monday', 'Tuesday', 'Wednesday'].map((day) => <Chip key={day} label={day} />) },
} satisfies Meta<typeof Stack>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Column: Story = {};
export const Row: Story = { args: { direction: 'row' } };
export const WrappedRow: Story = { args: { direction: 'row', sx: { flexWrap: 'wrap', width: 120 } } };
