import Alert from '@mui/material/Alert';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { FirstContent } from '.';

const meta = {
  title: 'Feedback/FirstContent',
  component: FirstContent,
  args: {
    pending: false,
    label: 'Loading subscriptions...',
    children: <Alert severity="warning">Olivia Owner owes $208.00.</Alert>,
  },
} satisfies Meta<typeof FirstContent>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Shown: Story = {};
export const Pending: Story = { args: { pending: true } };
