import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName } from '../stories/frames';
import { Toast } from './Toast';

/** The maximum delay of a browser timer, so that the toast never closes. */
const STAYS_MS = 2 ** 31 - 1;

const meta = {
  title: 'Toasts/Toast',
  component: Toast,
  args: {
    notification: { severity: 'success', message: 'Provider hours saved successfully', duration: STAYS_MS },
    onClose: action('closed'),
  },
} satisfies Meta<typeof Toast>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Success: Story = {};
export const Information: Story = {
  args: { notification: { severity: 'info', message: 'Data refreshed successfully', duration: STAYS_MS } },
};
export const Warning: Story = {
  args: { notification: { severity: 'warning', message: 'Someone else saved meanwhile', duration: STAYS_MS } },
};
export const Failure: Story = {
  args: { notification: { severity: 'error', message: 'Failed to save provider hours', duration: STAYS_MS } },
};
export const LongText: Story = {
  args: { notification: { severity: 'error', message: `${longName}: ${longName}`, duration: STAYS_MS } },
};
