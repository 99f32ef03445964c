import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fieldWidth } from '../stories/frames';
import { TextField } from '.';

const meta = {
  title: 'Forms/TextField',
  component: TextField,
  decorators: [fieldWidth],
  args: { label: 'Name of the practice', defaultValue: 'Bright Smiles Dental' },
} satisfies Meta<typeof TextField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = {};
export const WithHelp: Story = { args: { helperText: 'Patients see this name in messages.' } };
export const Wrong: Story = { args: { error: true, helperText: 'Enter a name.', defaultValue: '' } };
export const Disabled: Story = { args: { disabled: true } };
export const Multiline: Story = { args: { multiline: true, minRows: 3 } };
