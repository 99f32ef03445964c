import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { CloseIcon, EditIcon, PlusIcon, TrashIcon } from '../icons';
import { IconButton } from './IconButton';

const meta = {
  title: 'Actions/IconButton',
  component: IconButton,
  args: { label: 'Edit', icon: <EditIcon />, onClick: action('clicked') },
} satisfies Meta<typeof IconButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rest: Story = {};
export const Default: Story = { args: { variant: 'default', label: 'Add a row', icon: <PlusIcon /> } };
export const Primary: Story = { args: { variant: 'primary', label: 'Add a row', icon: <PlusIcon /> } };
export const Danger: Story = { args: { variant: 'danger', label: 'Remove', icon: <TrashIcon /> } };
export const Small: Story = { args: { small: true, label: 'Close', icon: <CloseIcon size={14} /> } };
export const Disabled: Story = { args: { disabled: true } };
export const Named: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('tooltip');
  },
};
