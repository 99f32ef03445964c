import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { DateInput } from './DateInput';

const meta = {
  title: 'Date pickers/DateInput',
  component: DateInput,
  decorators: [fieldWidth],
  args: { label: 'Billing starts', value: null, onChange: action('changed') },
  render: withState(DateInput, 'value'),
} satisfies Meta<typeof DateInput>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Filled: Story = { args: { value: '2026-11-30' } };
export const WithHelp: Story = { args: { value: '2026-11-30', help: 'The first invoice is of this day.' } };
export const WithError: Story = { args: { value: '2026-11-30', error: 'Choose a day from December 1, 2026 on.' } };
export const Modified: Story = { args: { value: '2026-12-01', modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { value: '2026-11-30', disabled: true } };
export const Open: Story = {
  args: { value: '2026-11-30' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Choose Billing starts' }));
    await screen.findByRole('grid');
  },
};
export const LongTextNarrow: Story = {
  args: { label: longName, value: '2026-11-30', error: longName },
  decorators: [narrowWidth],
};
