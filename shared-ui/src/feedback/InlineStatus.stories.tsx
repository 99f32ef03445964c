import Stack from '@mui/material/Stack';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from '../mui/Button';
import { longName, narrowWidth } from '../stories/frames';
import { InlineStatus } from './Notice';

const meta = {
  title: 'Feedback/InlineStatus',
  component: InlineStatus,
  args: { tone: 'success', children: 'Saved' },
} satisfies Meta<typeof InlineStatus>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Success: Story = {};
export const Danger: Story = { args: { tone: 'danger', children: 'It could not be saved' } };
export const Attention: Story = { args: { tone: 'attention', children: 'Not confirmed yet' } };
export const Information: Story = { args: { tone: 'information', children: 'Sent to the agent' } };
export const Neutral: Story = { args: { tone: 'neutral', children: 'Nothing has changed' } };
export const Empty: Story = {
  args: { children: undefined },
  render: (args) => (
    <Stack direction="row" spacing={4}>
      <Button>Sync now</Button>
      <InlineStatus {...args} />
    </Stack>
  ),
};
export const LongTextNarrow: Story = { args: { tone: 'danger', children: longName }, decorators: [narrowWidth] };
