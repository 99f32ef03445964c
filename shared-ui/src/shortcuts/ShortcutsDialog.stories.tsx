import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { ShortcutsDialog } from './ShortcutsDialog';

const meta = {
  title: 'Shortcuts/ShortcutsDialog',
  component: ShortcutsDialog,
  args: {
    open: true,
    onClose: action('closed'),
    groups: [
      {
        title: 'Everywhere',
        shortcuts: [
          { keys: ['?'], does: 'Shows this list' },
          { keys: ['/'], does: 'Goes to the search' },
        ],
      },
      {
        title: 'In a grid',
        shortcuts: [
          { keys: ['Shift', 'Arrow keys'], does: 'Chooses a block of cells' },
          { keys: ['Ctrl', 'Z'], does: 'Undoes the last change' },
        ],
      },
    ],
  },
} satisfies Meta<typeof ShortcutsDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const ManyRows: Story = {
  args: {
    groups: Array.from({ length: 8 }, (_, group) => ({
      title: `Part ${group + 1}`,
      shortcuts: Array.from({ length: 6 }, (_, at) => ({
        keys: ['Ctrl', String(at + 1)],
        does: `Opens the tab ${at + 1} of the part ${group + 1}`,
      })),
    })),
  },
};
