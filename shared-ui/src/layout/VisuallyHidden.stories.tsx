import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { VisuallyHidden } from './Stack';
import { Text } from './Text';

const meta = {
  title: 'Layout/VisuallyHidden',
  component: VisuallyHidden,
  args: { children: ' (opens in a new tab)' },
} satisfies Meta<typeof VisuallyHidden>;

export default meta;
type Story = StoryObj<typeof meta>;

export const BesideText: Story = {
  render: (args) => (
    <Text>
      The invoice
      <VisuallyHidden {...args} />
    </Text>
  ),
};
