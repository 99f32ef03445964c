import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { type ReactNode, useState } from 'react';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { fieldWidth } from '../stories/frames';
import { DateRangeInput, type DateRangeInputProps } from './DateRangeInput';

function Live(props: DateRangeInputProps): ReactNode {
  const [value, setValue] = useState(props.value);
  return (
    <DateRangeInput
      {...props}
      value={value}
      onChange={(next, changed) => {
        setValue(next);
        props.onChange(next, changed);
      }}
    />
  );
}

const meta = {
  title: 'Date pickers/DateRangeInput',
  component: DateRangeInput,
  decorators: [fieldWidth],
  args: {
    startLabel: 'From',
    endLabel: 'To',
    value: { start: '2026-11-10', end: '2026-11-30' },
    onChange: action('changed'),
  },
  render: (props) => <Live {...props} />,
} satisfies Meta<typeof DateRangeInput>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = {};
export const Empty: Story = { args: { value: { start: null, end: null } } };
export const Reversed: Story = { args: { value: { start: '2026-11-30', end: '2026-11-10' } } };
export const Disabled: Story = { args: { disabled: true } };
export const OpenEnd: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Choose To' }));
    await screen.findByRole('grid');
  },
};
