import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Divider } from '.';

const meta = {
  title: 'MUI/Divider',
  component: Divider,
  args: {},
} satisfies Meta<typeof Divider>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Horizontal: Story = {};
