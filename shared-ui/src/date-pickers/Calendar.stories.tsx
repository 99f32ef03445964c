import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Calendar } from './Calendar';

const meta = {
  title: 'Date pickers/Calendar',
  component: Calendar,
  args: { value: '2026-11-30', onChoose: action('chosen') },
} satisfies Meta<typeof Calendar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Chosen: Story = {};
export const NothingChosen: Story = { args: { value: null } };
