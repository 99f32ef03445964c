import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { DateText } from './dates';

const meta = { title: 'Figures/DateText', component: DateText, args: { date: '2026-11-30' } } satisfies Meta<
  typeof DateText
>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Day: Story = {};
export const None: Story = { args: { date: null } };
