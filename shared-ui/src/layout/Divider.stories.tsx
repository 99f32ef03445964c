import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Divider, Stack } from './Stack';
import { Text } from './Text';

const meta = { title: 'Layout/Divider', component: Divider } satisfies Meta<typeof Divider>;

export default meta;
type Story = StoryObj<typeof meta>;

export const BetweenParts: Story = {
  render: () => (
    <Stack>
      <Text>What was before</Text>
      <Divider />
      <Text>What comes after</Text>
    </Stack>
  ),
};
