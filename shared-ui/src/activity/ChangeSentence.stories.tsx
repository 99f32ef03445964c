import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ChangeSentence } from './ChangeSentence';
import { anItem } from './fixtures';

const meta = {
  title: 'Activity/ChangeSentence',
  component: ChangeSentence,
  args: { item: anItem(1) },
} satisfies Meta<typeof ChangeSentence>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FromAndTo: Story = {};
export const OnlyAdded: Story = {
  args: {
    item: anItem(1, {
      sentence: [
        { kind: 'text', text: 'turned on ' },
        { kind: 'added', text: 'Beta reports' },
      ],
    }),
  },
};
