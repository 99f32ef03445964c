import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { color, radius } from '../theme';
import { Box } from './Stack';

const meta = { title: 'Layout/Box', component: Box } satisfies Meta<typeof Box>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Styled: Story = {
  render: () => (
    <Box sx={{ padding: 4, border: `1px solid ${color.line}`, borderRadius: radius.panel }}>What it surrounds</Box>
  ),
};
