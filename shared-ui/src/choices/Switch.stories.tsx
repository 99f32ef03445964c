import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Switch } from '.';

const meta = {
  title: 'Forms/Switch',
  component: Switch,
  args: { slotProps: { input: { 'aria-label': 'Send reminders' } } },
} satisfies Meta<typeof Switch>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { defaultChecked: true } };
export const Disabled: Story = { args: { disabled: true } };
