import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { screen } from 'storybook/test';
import dayjs from 'dayjs';
import { fieldWidth } from '../stories/frames';
import { DatePicker } from './DatePicker';

const meta = {
  title: 'Date pickers/DatePicker',
  component: DatePicker,
  decorators: [fieldWidth],
  args: { label: 'Billing starts' },
} satisfies Meta<typeof DatePicker>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Filled: Story = { args: { defaultValue: dayjs('2026-11-30') } };
export const Open: Story = {
  args: { defaultValue: dayjs('2026-11-30') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Choose date/ }));
    await screen.findByRole('grid');
  },
};
