import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName, narrowWidth } from '../stories/frames';
import { secondArgument, withHandler } from '../stories/with-state';
import { SwitchField } from '.';

const meta = {
  title: 'Forms/SwitchField',
  component: SwitchField,
  args: { label: 'Pediatric practice', checked: false, onChange: action('changed') },
  render: withHandler(SwitchField, 'checked', 'onChange', secondArgument),
} satisfies Meta<typeof SwitchField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { checked: true } };
export const WithHelp: Story = { args: { helperText: 'Parents are written to in place of patients.' } };
export const WithError: Story = { args: { errorText: 'It cannot be on while sync is off' } };
export const Modified: Story = { args: { checked: true, modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { disabled: true } };
export const DisabledOn: Story = { args: { disabled: true, checked: true } };
export const HiddenLabel: Story = { args: { hideLabel: true, checked: true } };
export const LongTextNarrow: Story = { args: { label: longName, helperText: longName }, decorators: [narrowWidth] };
