import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ToggleButton, ToggleButtonGroup } from '.';

const meta = {
  title: 'MUI/ToggleButtonGroup',
  component: ToggleButtonGroup,
  subcomponents: { ToggleButton },
  args: {
    value: 'monthly',
    'aria-label': 'Billing interval',
    children: [
      <ToggleButton key="monthly" value="monthly">
        Monthly
      </ToggleButton>,
      <ToggleButton key="yearly" value="yearly">
        Yearly
      </ToggleButton>,
    ],
  },
} satisfies Meta<typeof ToggleButtonGroup>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Two: Story = {};
export const Disabled: Story = { args: { disabled: true } };
