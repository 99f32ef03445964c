import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Button, Stack, Typography } from '../mui';
import { TextField } from '../forms';
import { longName } from '../stories/frames';
import { TitledDialog } from './TitledDialog';

const actions = (
  <>
    <Button onClick={action('cancel')}>Cancel</Button>
    <Button variant="contained" onClick={action('save')}>
      Save Changes
    </Button>
  </>
);

const meta = {
  title: 'Dialogs/TitledDialog',
  component: TitledDialog,
  args: {
    open: true,
    title: 'Edit the customer',
    onClose: action('closed'),
    actions,
    children: (
      <Stack spacing={3}>
        <TextField label="Name" value="Olivia Owner" onChange={action('name')} />
        <TextField label="Email" type="email" value="owner@bright-smiles.example" onChange={action('email')} />
      </Stack>
    ),
  },
} satisfies Meta<typeof TitledDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Small: Story = { args: { maxWidth: 'xs' } };
export const Large: Story = { args: { maxWidth: 'md' } };
export const ExtraLarge: Story = { args: { maxWidth: 'lg' } };
export const WithoutActions: Story = {
  args: { actions: undefined, children: <Typography>Nothing is to be done.</Typography> },
};
export const MustBeAnswered: Story = {
  args: { role: 'alertdialog', children: <Typography>Your changes are not saved yet.</Typography> },
  render: (args) => <TitledDialog {...args} onClose={undefined} />,
};
export const LongText: Story = {
  args: {
    title: longName,
    children: Array.from({ length: 40 }, (_, at) => (
      <Typography key={at}>
        Paragraph {at + 1}: what stands here is higher than the window, so it scrolls by itself.
      </Typography>
    )),
  },
};
