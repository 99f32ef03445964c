import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { CheckboxField } from '../forms';
import { Stack, Typography } from '../mui';
import { AnchoredStory } from '../stories/AnchoredStory';
import { PopoverDialog } from './PopoverDialog';

const meta = {
  title: 'Actions/PopoverDialog',
  component: PopoverDialog,
  args: {
    anchorEl: null,
    label: 'Filters',
    width: 280,
    onClose: action('closed'),
    children: (
      <Stack spacing={1}>
        <CheckboxField label="Only those that differ" checked onChange={action('changed')} />
        <CheckboxField label="With hidden ones" checked={false} onChange={action('changed')} />
      </Stack>
    ),
  },
  render: (args) => (
    <AnchoredStory opener="Filters" onClose={args.onClose}>
      {(anchor, onClose) => <PopoverDialog {...args} anchorEl={anchor} onClose={onClose} />}
    </AnchoredStory>
  ),
} satisfies Meta<typeof PopoverDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Above: Story = {
  args: { placement: 'above' },
  decorators: [
    (Story) => (
      <div style={{ paddingTop: 240 }}>
        <Story />
      </div>
    ),
  ],
};
export const LongText: Story = {
  args: {
    children: Array.from({ length: 40 }, (_, at) => (
      <Typography key={at}>
        Paragraph {at + 1}: what stands here is higher than the window, so it scrolls by itself.
      </Typography>
    )),
  },
};
