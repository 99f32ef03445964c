import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Button } from '../actions/Button';
import { longName, narrowWidth } from '../stories/frames';
import { Notice } from './Notice';

const meta = {
  title: 'Feedback/Notice',
  component: Notice,
  args: { tone: 'information', children: 'The hours are those of the practice, in Chicago.' },
} satisfies Meta<typeof Notice>;

export default meta;
type Story = StoryObj<typeof meta>;

const updateCard = <Button onClick={action('update')}>Update the card</Button>;

export const Information: Story = {};
export const Attention: Story = {
  args: { tone: 'attention', title: 'A card expires soon', children: 'Visa ending 4242 expires on 11/2026.' },
};
export const Danger: Story = {
  args: { tone: 'danger', title: 'A payment failed', live: 'assertive', children: 'The bank declined the card.' },
};
export const Success: Story = {
  args: { tone: 'success', live: 'polite', title: 'All is paid', children: 'The next invoice comes on Dec 1, 2026.' },
};
export const WithAction: Story = { args: { ...Attention.args, action: updateCard } };
export const LongTextNarrow: Story = {
  args: { tone: 'danger', title: longName, children: longName, action: updateCard },
  decorators: [narrowWidth],
};
