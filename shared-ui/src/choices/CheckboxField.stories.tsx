import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName, narrowWidth } from '../stories/frames';
import { secondArgument, withHandler } from '../stories/with-state';
import { CheckboxField } from '.';

const meta = {
  title: 'Forms/CheckboxField',
  component: CheckboxField,
  args: { label: 'Copy the lunch break too', checked: false, onChange: action('changed') },
  render: withHandler(CheckboxField, 'checked', 'onChange', secondArgument),
} satisfies Meta<typeof CheckboxField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Checked: Story = { args: { checked: true } };
export const Indeterminate: Story = { args: { indeterminate: true, label: 'All 40 practices' } };
export const WithHelp: Story = { args: { helperText: 'It is replaced where there is one.' } };
export const WithError: Story = { args: { errorText: 'Accept it to continue' } };
export const Modified: Story = { args: { checked: true, modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { disabled: true } };
export const DisabledChecked: Story = { args: { disabled: true, checked: true } };
export const Small: Story = { args: { size: 'small', label: 'Off' } };
export const HiddenLabel: Story = { args: { hideLabel: true } };
export const LongTextNarrow: Story = {
  args: { label: longName, helperText: longName, modified: true, onReset: action('revert') },
  decorators: [narrowWidth],
};
