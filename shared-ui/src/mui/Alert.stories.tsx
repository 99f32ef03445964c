import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Alert, AlertTitle } from '.';

const meta = {
  title: 'MUI/Alert',
  component: Alert,
  subcomponents: { AlertTitle },
  args: { severity: 'info', children: 'The office calendar was read two minutes ago.' },
} satisfies Meta<typeof Alert>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = {};
export const Warning: Story = { args: { severity: 'warning' } };
export const ErrorWithTitle: Story = {
  args: {
    severity: 'error',
    children: (
      <>
        <AlertTitle>The last charge failed</AlertTitle>
        Update the card before December 1.
      </>
    ),
  },
};
export const Success: Story = { args: { severity: 'success' } };
