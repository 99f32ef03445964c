import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { withState } from '../stories/with-state';
import { ChoiceButtons } from './ChoiceButtons';

const meta = {
  title: 'Fields/ChoiceButtons',
  component: ChoiceButtons<string>,
  args: {
    label: 'Billing interval',
    value: 'month',
    options: [
      { value: 'month', label: 'Monthly' },
      { value: 'year', label: 'Yearly' },
    ],
    onChange: action('changed'),
  },
  render: withState(ChoiceButtons<string>, 'value'),
} satisfies Meta<typeof ChoiceButtons<string>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Two: Story = {};
export const Four: Story = {
  args: {
    label: 'Range',
    value: 'quarter',
    options: [
      { value: 'week', label: 'Week' },
      { value: 'month', label: 'Month' },
      { value: 'quarter', label: 'Quarter' },
      { value: 'year', label: 'Year' },
    ],
  },
};
