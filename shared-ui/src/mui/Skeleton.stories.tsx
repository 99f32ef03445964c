import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Skeleton } from '.';

const meta = {
  title: 'MUI/Skeleton',
  component: Skeleton,
  args: { width: 240, height: 14 },
} satisfies Meta<typeof Skeleton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Line: Story = {};
export const Circle: Story = { args: { variant: 'circular', width: 32, height: 32 } };
