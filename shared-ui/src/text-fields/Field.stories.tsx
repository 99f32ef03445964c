import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fieldWidth } from '../stories/frames';
import { OutlinedInput } from '.';
import { Field } from '.';

const meta = {
  title: 'Forms/Field',
  component: Field,
  decorators: [fieldWidth],
  args: {
    label: 'Website',
    children: (control) => <OutlinedInput defaultValue="bright-smiles.example" slotProps={{ input: control }} />,
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Modified: Story = { args: { modified: true, onReset: () => undefined } };
export const WithError: Story = { args: { errorText: 'Enter a web address, such as clinic.example.' } };
export const WithHelp: Story = { args: { helperText: 'Shown in reminders.' } };
