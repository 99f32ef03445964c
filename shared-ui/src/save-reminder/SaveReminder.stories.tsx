import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { withPage, longName } from '../stories/frames';
import { SaveReminder } from './SaveReminder';

const meta = {
  title: 'Save reminder/SaveReminder',
  component: SaveReminder,
  parameters: { layout: 'fullscreen' },
  decorators: [withPage],
  args: { changes: 3, errors: [], saving: false, onSave: action('save'), onDiscard: action('discard') },
  render: (args) => (
    <>
      <Typography>What is edited on the page.</Typography>
      <SaveReminder {...args} />
    </>
  ),
} satisfies Meta<typeof SaveReminder>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Changed: Story = {};
export const OneChange: Story = { args: { changes: 1 } };
export const NothingChanged: Story = { args: { changes: 0 } };
export const Saving: Story = { args: { saving: true } };
export const OneError: Story = { args: { errors: [{ label: 'Kim Osei, Wednesday', onGo: action('go') }] } };
export const ManyErrors: Story = {
  args: {
    changes: 1200,
    errors: Array.from({ length: 14 }, (_, at) => ({ label: `Row ${at + 1}`, onGo: action('go') })),
  },
};
/** On a phone, next to Undo. */
export const RestoredOnPhone: Story = {
  args: { note: 'Restored 12 cells; save to keep', onUndo: action('undo') },
  globals: { viewport: { value: 'mobile1' } },
};
export const NotSavedOnPhone: Story = {
  args: {
    notSaved: 'Not saved: 1 error to correct first',
    errors: [{ label: longName, onGo: action('go') }],
    onUndo: action('undo'),
  },
  globals: { viewport: { value: 'mobile1' } },
};
export const LongTextNarrow: Story = {
  args: { errors: [{ label: longName, onGo: action('go') }] },
  decorators: [
    (Story) => (
      <div style={{ width: 360 }}>
        <Story />
      </div>
    ),
  ],
};
