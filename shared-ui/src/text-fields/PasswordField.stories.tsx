import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth } from '../stories/frames';
import { targetValue, withHandler } from '../stories/with-state';
import { PasswordField } from '.';

const meta = {
  title: 'Forms/PasswordField',
  component: PasswordField,
  decorators: [fieldWidth],
  args: { label: 'Password', value: '', onChange: action('changed') },
  render: withHandler(PasswordField, 'value', 'onChange', targetValue),
} satisfies Meta<typeof PasswordField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Filled: Story = { args: { value: 'practice-console' } };
export const Shown: Story = {
  args: { value: 'practice-console' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show password' }));
  },
};
export const Selected: Story = {
  args: { label: 'New password', autoComplete: 'new-password', helperText: 'At least twelve letters.' },
};
export const WithError: Story = { args: { errorText: 'Enter your password' } };
export const Disabled: Story = { args: { value: 'practice-console', disabled: true } };
