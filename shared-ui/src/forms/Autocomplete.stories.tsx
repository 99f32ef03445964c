import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fieldWidth } from '../stories/frames';
import { TextField } from '.';
import { Autocomplete } from '.';

const meta = {
  title: 'Forms/Autocomplete',
  component: Autocomplete,
  decorators: [fieldWidth],
  args: {
    options: ['Patient Engagement', 'Phones', 'Reviews'],
    renderInput: (params) => <TextField {...params} label="Bundle" />,
  },
} satisfies Meta<typeof Autocomplete>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Selected: Story = { args: { defaultValue: 'Phones' } };
export const Several: Story = { args: { multiple: true, defaultValue: ['Phones', 'Reviews'] } };
