import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName } from '../stories/frames';
import { TextField } from '../text-fields/TextField';
import { CancelButton } from './CancelButton';
import { FormDialog } from './FormDialog';

const meta = {
  title: 'Dialogs/FormDialog',
  component: FormDialog,
  subcomponents: { CancelButton },
  args: {
    title: 'Edit the customer',
    confirmLabel: 'Save Changes',
    onConfirm: action('confirmed'),
    onClose: action('closed'),
    children: <TextField label="Name" value="Olivia Owner" onChange={action('name')} />,
  },
} satisfies Meta<typeof FormDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Blocked: Story = { args: { reason: 'Enter a name first.' } };
export const Busy: Story = { args: { busy: true } };
export const Changed: Story = { args: { isChanged: true } };
export const Danger: Story = { args: { danger: true, confirmLabel: 'Remove the customer', cancelLabel: 'Keep it' } };
export const LongText: Story = { args: { title: longName, confirmLabel: longName } };
