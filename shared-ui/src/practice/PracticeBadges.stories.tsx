import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { practiceStates } from 'shared-api/contracts';
import { Stack } from '../mui';
import { PracticeBadges } from './PracticeBadges';

const meta = {
  title: 'Practice/PracticeBadges',
  component: PracticeBadges,
  args: { insider: true, states: practiceStates },
  render: (args) => (
    <Stack direction="row" spacing={2}>
      <PracticeBadges {...args} />
    </Stack>
  ),
} satisfies Meta<typeof PracticeBadges>;

export default meta;
type Story = StoryObj<typeof meta>;

export const EveryState: Story = {};
export const PastDue: Story = { args: { insider: false, states: ['past_due'] } };
