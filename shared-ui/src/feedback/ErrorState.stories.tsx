import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName, narrowWidth } from '../stories/frames';
import { ErrorState } from './states';

const meta = {
  title: 'Feedback/ErrorState',
  component: ErrorState,
  args: { message: 'The server could not be reached. Check your connection and try again.', onRetry: action('retry') },
} satisfies Meta<typeof ErrorState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const OwnTitle: Story = { args: { title: 'The hours could not be loaded' } };
export const Busy: Story = { args: { busy: true } };
export const WithoutRetry: Story = {
  args: { message: 'You may not see this page.' },
  render: (args) => <ErrorState {...args} onRetry={undefined} />,
};
export const LongTextNarrow: Story = { args: { title: longName, message: longName }, decorators: [narrowWidth] };
