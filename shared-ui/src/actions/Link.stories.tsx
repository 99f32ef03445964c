import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Text } from '../layout/Text';
import { longName, narrowWidth } from '../stories/frames';
import { Link } from './Link';

const meta = {
  title: 'Actions/Link',
  component: Link,
  args: { href: '#practice', children: 'Bright Smiles Dental' },
} satisfies Meta<typeof Link>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rest: Story = {};
export const NewTab: Story = { args: { newTab: true, children: 'Invoice CONS-0031' } };
export const LongTextNarrow: Story = { args: { newTab: true, children: longName }, decorators: [narrowWidth] };
export const InRunningText: Story = {
  render: (args) => (
    <Text>
      The hours are those of <Link {...args} />, and no others.
    </Text>
  ),
};
