import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { LinearProgress } from '.';

const meta = {
  title: 'MUI/LinearProgress',
  component: LinearProgress,
  args: { 'aria-label': 'Changing practices' },
} satisfies Meta<typeof LinearProgress>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Indeterminate: Story = {};
export const Determinate: Story = { args: { variant: 'determinate', value: 64 } };
