import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { Switch } from './Checkbox';

const meta = {
  title: 'Fields/Switch',
  component: Switch,
  args: { label: 'Pediatric practice', checked: false, onChange: action('changed') },
  render: withState(Switch, 'checked'),
} satisfies Meta<typeof Switch>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { checked: true } };
export const Helped: Story = { args: { help: 'Parents are written to in place of patients.' } };
export const Wrong: Story = { args: { error: 'It cannot be on while sync is off' } };
export const Modified: Story = { args: { checked: true, modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { disabled: true } };
export const DisabledOn: Story = { args: { disabled: true, checked: true } };
export const HiddenLabel: Story = { args: { hideLabel: true, checked: true } };
export const LongTextNarrow: Story = { args: { label: longName, help: longName }, decorators: [narrowWidth] };
