import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fieldWidth } from '../stories/frames';
import { InputAdornment, OutlinedInput } from '.';

const meta = {
  title: 'Forms/OutlinedInput',
  component: OutlinedInput,
  subcomponents: { InputAdornment },
  decorators: [fieldWidth],
  args: { placeholder: 'Search providers', slotProps: { input: { 'aria-label': 'Search providers' } } },
} satisfies Meta<typeof OutlinedInput>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const WithUnit: Story = {
  args: { type: 'number', defaultValue: 8, endAdornment: <InputAdornment position="end">hours</InputAdornment> },
};
