import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { DownloadIcon, MoreIcon } from '../icons';
import { MenuButton } from './MenuButton';

const meta = {
  title: 'Actions/MenuButton',
  component: MenuButton,
  args: {
    label: 'Export',
    items: [
      { label: 'CSV', detail: 'For spreadsheets', onSelect: action('csv') },
      { label: 'PDF', detail: 'For printing', onSelect: action('pdf') },
    ],
  },
} satisfies Meta<typeof MenuButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const WithIcon: Story = { args: { startIcon: <DownloadIcon size={14} /> } };
export const Primary: Story = { args: { variant: 'contained' } };
export const IconOnly: Story = { args: { label: 'More actions', startIcon: <MoreIcon />, iconOnly: true } };
export const SmallIconOnly: Story = {
  args: { label: 'More actions', startIcon: <MoreIcon />, iconOnly: true, size: 'small' },
};
export const Disabled: Story = { args: { disabled: true } };
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }));
    await screen.findByRole('menu');
  },
};
