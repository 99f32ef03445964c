import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { MenuItem } from '../mui';
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
export const WithError: Story = {
  args: { errorText: 'Enter a name.', helperText: 'Patients see this name in messages.', defaultValue: '' },
};
export const Disabled: Story = { args: { disabled: true } };
export const TextArea: Story = { args: { label: 'Note', multiline: true, defaultValue: 'Closed in August.' } };
export const TextAreaAtItsLimit: Story = {
  args: {
    label: 'Note',
    multiline: true,
    defaultValue: Array.from({ length: 14 }, (_, line) => `Line ${line + 1}`).join('\n'),
    helperText: 'Only staff see it.',
    errorText: 'Shorten the note to 10 lines.',
    modified: true,
    onReset: action('revert'),
  },
};
export const Required: Story = { args: { required: true } };
export const Modified: Story = { args: { modified: true, onReset: action('revert') } };
export const HiddenLabel: Story = { args: { hideLabel: true, modified: true, onReset: action('revert') } };
export const Choice: Story = {
  args: {
    select: true,
    defaultValue: 'downtown',
    children: [
      <MenuItem key="downtown" value="downtown">
        Downtown
      </MenuItem>,
      <MenuItem key="lakeside" value="lakeside">
        Lakeside
      </MenuItem>,
    ],
  },
};
export const LongTextNarrow: Story = {
  args: { label: longName, helperText: longName, modified: true, onReset: action('revert') },
  decorators: [narrowWidth],
};
