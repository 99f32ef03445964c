import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { TextInput } from './TextInput';

const meta = {
  title: 'Fields/TextInput',
  component: TextInput,
  decorators: [fieldWidth],
  args: { label: 'Name of the practice', value: '', onChange: action('changed') },
  render: withState(TextInput, 'value'),
} satisfies Meta<typeof TextInput>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rest: Story = {};
export const Placeholder: Story = { args: { placeholder: 'As it stands on invoices' } };
export const Filled: Story = { args: { value: 'Bright Smiles Dental' } };
export const Helped: Story = { args: { help: 'Patients see it in messages.' } };
export const Required: Story = { args: { required: true } };
export const Wrong: Story = { args: { error: 'Enter the name of the practice' } };
export const Modified: Story = {
  args: { value: 'Bright Smiles', modified: true, onReset: action('revert') },
};
export const ModifiedAndWrong: Story = {
  args: {
    value: 'B',
    modified: true,
    onReset: action('revert'),
    error: 'Enter at least two letters',
    help: 'In full.',
  },
};
export const Disabled: Story = {
  args: { value: 'Bright Smiles Dental', disabled: true, help: 'Only owners can change it.' },
};
export const ReadOnly: Story = { args: { value: 'Bright Smiles Dental', readOnly: true } };
export const HiddenLabel: Story = { args: { hideLabel: true, value: 'Bright Smiles Dental' } };
export const HiddenLabelModified: Story = {
  args: { hideLabel: true, value: 'Bright Smiles', modified: true, onReset: action('revert') },
};
export const Email: Story = { args: { label: 'Email', type: 'email', value: 'owner@bright-smiles.example' } };
export const LongTextNarrow: Story = {
  args: { label: longName, value: longName, help: longName, error: longName },
  decorators: [narrowWidth],
};
