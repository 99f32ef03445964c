import Stack from '@mui/material/Stack';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import type { Notification } from 'shared-api';
import { screen } from 'storybook/test';
import { Button } from '../mui/Button';
import { showToast, ToastHost } from './ToastHost';

/** The maximum delay of a browser timer, so that toasts never close. */
const STAYS_MS = 2 ** 31 - 1;

const toasts: readonly Notification[] = [
  { severity: 'success', message: 'Provider hours saved successfully' },
  { severity: 'info', message: 'Data refreshed successfully' },
  { severity: 'warning', message: 'Someone else saved meanwhile' },
  { severity: 'error', message: 'Failed to save provider hours' },
];

const meta = {
  title: 'Toasts/ToastHost',
  component: ToastHost,
  parameters: { layout: 'fullscreen' },
  render: () => (
    <>
      <ToastHost />
      <Stack direction="row" style={{ padding: 24, marginTop: 320 }} spacing={4} sx={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => showToast({ severity: 'success', message: 'Saved' })}>
          Show one for its usual time
        </Button>
      </Stack>
    </>
  ),
} satisfies Meta<typeof ToastHost>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const OneOfEachKind: Story = {
  play: async () => {
    for (const toast of toasts) showToast({ ...toast, duration: STAYS_MS });
    await screen.findByText('Failed to save provider hours');
  },
};
