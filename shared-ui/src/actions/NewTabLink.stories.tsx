import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Typography } from '../mui';
import { longName, narrowWidth } from '../stories/frames';
import { NewTabLink } from './NewTabLink';

const meta = {
  title: 'Actions/NewTabLink',
  component: NewTabLink,
  args: { href: '#invoice', children: 'Invoice CONS-0031' },
} satisfies Meta<typeof NewTabLink>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const LongTextNarrow: Story = { args: { children: longName }, decorators: [narrowWidth] };
export const InRunningText: Story = {
  render: (args) => (
    <Typography>
      The amount is on <NewTabLink {...args} />, with its taxes.
    </Typography>
  ),
};
