import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Checkbox } from '.';

const meta = {
  title: 'Forms/Checkbox',
  component: Checkbox,
  args: { slotProps: { input: { 'aria-label': 'Monday' } } },
} satisfies Meta<typeof Checkbox>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { defaultChecked: true } };
export const Some: Story = { args: { indeterminate: true } };
export const Disabled: Story = { args: { disabled: true, defaultChecked: true } };
