import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Divider, Typography } from '.';

const meta = {
  title: 'MUI/Divider',
  component: Divider,
  render: (args) => (
    <div style={{ display: 'grid', gap: 8 }}>
      <Typography>Office hours</Typography>
      <Divider {...args} />
      <Typography>Provider hours</Typography>
    </div>
  ),
} satisfies Meta<typeof Divider>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Horizontal: Story = {};
