import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Pagination } from '.';

const meta = {
  title: 'MUI/Pagination',
  component: Pagination,
  args: { count: 12, page: 3 },
} satisfies Meta<typeof Pagination>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Middle: Story = {};
export const First: Story = { args: { page: 1 } };
export const Disabled: Story = { args: { disabled: true } };
