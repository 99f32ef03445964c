import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName } from '../stories/frames';
import { withState } from '../stories/with-state';
import { ToggleButton } from './ToggleButton';

const meta = {
  title: 'Fields/ToggleButton',
  component: ToggleButton,
  args: { pressed: false, children: 'Only those that differ', onChange: action('changed') },
  render: withState(ToggleButton, 'pressed'),
} satisfies Meta<typeof ToggleButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { pressed: true } };
export const Counted: Story = { args: { count: 1234 } };
export const CountedOn: Story = { args: { count: 3, pressed: true } };
export const Disabled: Story = { args: { disabled: true } };
export const LongText: Story = { args: { children: longName, pressed: true } };
