import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Button } from '../actions/Button';
import { TextInput } from '../fields/TextInput';
import { Stack } from '../layout/Stack';
import { Text } from '../layout/Text';
import { longName } from '../stories/frames';
import { Dialog } from './Dialog';

const actions = (
  <>
    <Button onClick={action('cancel')}>Cancel</Button>
    <Button variant="primary" onClick={action('save')}>
      Save Changes
    </Button>
  </>
);

const meta = {
  title: 'Dialogs/Dialog',
  component: Dialog,
  args: {
    open: true,
    title: 'Edit the customer',
    onClose: action('closed'),
    actions,
    children: (
      <Stack gap={3}>
        <TextInput label="Name" value="Olivia Owner" onChange={action('name')} />
        <TextInput label="Email" type="email" value="owner@bright-smiles.example" onChange={action('email')} />
      </Stack>
    ),
  },
} satisfies Meta<typeof Dialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Small: Story = { args: { size: 'small' } };
export const Large: Story = { args: { size: 'large' } };
export const ExtraLarge: Story = { args: { size: 'extraLarge' } };
export const WithoutActions: Story = { args: { actions: undefined, children: <Text>Nothing is to be done.</Text> } };
export const MustBeAnswered: Story = {
  args: { role: 'alertdialog', children: <Text>Your changes are not saved yet.</Text> },
  render: (args) => <Dialog {...args} onClose={undefined} />,
};
export const LongText: Story = {
  args: {
    title: longName,
    children: Array.from({ length: 40 }, (_, at) => (
      <Text key={at}>Paragraph {at + 1}: what stands here is higher than the window, so it scrolls by itself.</Text>
    )),
  },
};
