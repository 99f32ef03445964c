import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { narrowWidth } from '../stories/frames';
import { RetryNotice } from './Notice';

const meta = {
  title: 'Feedback/RetryNotice',
  component: RetryNotice,
  args: {
    title: 'The latest moves could not be loaded',
    children: 'The server could not be reached. What was there before is still shown.',
    onRetry: action('retry'),
  },
} satisfies Meta<typeof RetryNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Attention: Story = { args: { tone: 'attention' } };
export const Busy: Story = { args: { busy: true } };
export const Narrow: Story = { decorators: [narrowWidth] };
