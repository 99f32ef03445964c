import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Checkbox } from '../fields/Checkbox';
import { Stack } from '../layout/Stack';
import { Text } from '../layout/Text';
import { AnchoredStory } from '../stories/AnchoredStory';
import { Popover } from './Popover';

const meta = {
  title: 'Actions/Popover',
  component: Popover,
  args: {
    anchor: null,
    label: 'Filters',
    width: 280,
    onClose: action('closed'),
    children: (
      <Stack gap={1}>
        <Checkbox label="Only those that differ" checked onChange={action('changed')} />
        <Checkbox label="With hidden ones" checked={false} onChange={action('changed')} />
      </Stack>
    ),
  },
  render: (args) => (
    <AnchoredStory opener="Filters" onClose={args.onClose}>
      {(anchor, onClose) => <Popover {...args} anchor={anchor} onClose={onClose} />}
    </AnchoredStory>
  ),
} satisfies Meta<typeof Popover>;

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
      <Text key={at}>Paragraph {at + 1}: what stands here is higher than the window, so it scrolls by itself.</Text>
    )),
  },
};
