import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Drawer } from '.';

const meta = {
  title: 'MUI/Drawer',
  component: Drawer,
  args: {
    open: true,
    onClose: action('closed'),
    slotProps: { paper: { 'aria-label': 'Practice' } },
    children: <p style={{ width: 260, padding: 16 }}>Bright Smiles Dental</p>,
  },
} satisfies Meta<typeof Drawer>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const OnTheRight: Story = { args: { anchor: 'right' } };
