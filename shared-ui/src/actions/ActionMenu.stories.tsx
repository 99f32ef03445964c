import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { CopyIcon, EditIcon, TrashIcon } from '../icons';
import { longName } from '../stories/frames';
import { AnchoredStory } from '../stories/AnchoredStory';
import { ActionMenu, type MenuItems } from './ActionMenu';

const items: MenuItems = [
  { label: 'Edit', icon: <EditIcon size={14} />, onSelect: action('edit') },
  { label: 'Copy', icon: <CopyIcon size={14} />, detail: 'With all of its hours', onSelect: action('copy') },
  { label: 'Merge', detail: 'There is nothing to merge with.', disabled: true, onSelect: action('merge') },
  'divider',
  { label: 'Remove', icon: <TrashIcon size={14} />, danger: true, onSelect: action('remove') },
];

const meta = {
  title: 'Actions/ActionMenu',
  component: ActionMenu,
  args: { anchorEl: null, label: 'Provider', items, onClose: action('closed') },
  render: (args) => (
    <AnchoredStory opener="Provider" onClose={args.onClose}>
      {(anchor, onClose) => <ActionMenu {...args} anchorEl={anchor} onClose={onClose} />}
    </AnchoredStory>
  ),
} satisfies Meta<typeof ActionMenu>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Selected: Story = {
  args: {
    label: 'Theme',
    items: ['Light', 'Dark', 'System'].map((label) => ({
      label,
      checked: label === 'Dark',
      onSelect: action(label),
    })),
  },
};
export const LongText: Story = {
  args: { items: [{ label: longName, detail: longName, onSelect: action('chosen') }, ...items] },
};
export const ManyEntries: Story = {
  args: {
    items: Array.from({ length: 60 }, (_, at) => ({ label: `Clinic ${at + 1}`, onSelect: action(`clinic ${at + 1}`) })),
  },
};
