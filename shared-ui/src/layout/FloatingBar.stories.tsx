import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from '../mui/Button';
import { withPage } from '../stories/frames';
import { FloatingBar } from './FloatingBar';

const meta = {
  title: 'Layout/FloatingBar',
  component: FloatingBar,
  parameters: { layout: 'fullscreen' },
  decorators: [withPage],
  args: {
    label: 'Selection',
    shown: true,
    children: (
      <>
        <span>12 practices selected</span>
        <Button variant="text">Clear selection</Button>
      </>
    ),
    actions: <Button>Add…</Button>,
  },
  render: (args) => (
    <>
      <Typography>The rows of the page.</Typography>
      <FloatingBar {...args} />
    </>
  ),
} satisfies Meta<typeof FloatingBar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Selected: Story = {};
export const NothingSelected: Story = { args: { shown: false } };
export const WithDetails: Story = { args: { details: 'Except Bright Smiles Dental and Lakeside Orthodontics.' } };
