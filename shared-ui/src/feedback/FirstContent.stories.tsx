import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Notice } from './Notice';
import { FirstContent } from '.';

const meta = {
  title: 'Feedback/FirstContent',
  component: FirstContent,
  args: {
    pending: false,
    label: 'Loading subscriptions...',
    children: <Notice tone="attention">Olivia Owner owes $208.00.</Notice>,
  },
} satisfies Meta<typeof FirstContent>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Shown: Story = {};
export const Pending: Story = { args: { pending: true } };
