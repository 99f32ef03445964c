import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName } from '../stories/frames';
import { ConfirmDialog } from './ConfirmDialog';

const meta = {
  title: 'Dialogs/ConfirmDialog',
  component: ConfirmDialog,
  args: {
    open: true,
    title: 'Start the trial?',
    children: 'It is free until Dec 20, 2026. After that it costs $49.00 a month.',
    confirmLabel: 'Start the trial',
    onConfirm: action('confirmed'),
    onCancel: action('canceled'),
  },
} satisfies Meta<typeof ConfirmDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Danger: Story = {
  args: {
    danger: true,
    title: 'Cancel this subscription?',
    children: 'It ends on Nov 30, 2026. What is paid until then stays.',
    confirmLabel: 'Cancel subscription',
    cancelLabel: 'Keep it',
  },
};
export const Busy: Story = { args: { busy: true } };
export const BusyDanger: Story = { args: { ...Danger.args, busy: true } };
export const LongText: Story = { args: { title: `Move ${longName}?`, confirmLabel: `Move ${longName}` } };
