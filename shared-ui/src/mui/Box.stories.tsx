import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Box } from '.';

const meta = {
  title: 'MUI/Box',
  component: Box,
  args: { sx: { width: 240, p: 4, border: '1px solid', borderColor: 'divider' }, children: 'Bright Smiles Dental' },
} satisfies Meta<typeof Box>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Framed: Story = {};
