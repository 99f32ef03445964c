import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from '../mui/Button';
import { longName, narrowWidth } from '../stories/frames';
import { EmptyState } from './states';

const meta = {
  title: 'Feedback/EmptyState',
  component: EmptyState,
  args: { title: 'No customers yet' },
} satisfies Meta<typeof EmptyState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const TitleOnly: Story = {};
export const Explained: Story = { args: { children: 'A customer pays for the subscriptions of this practice.' } };
export const WithAction: Story = { args: { ...Explained.args, action: <Button>Add a customer</Button> } };
export const LongTextNarrow: Story = { args: { title: longName, children: longName }, decorators: [narrowWidth] };
