import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Button } from './Button';
import { Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '.';

const meta = {
  title: 'MUI/Dialog',
  component: Dialog,
  subcomponents: { DialogActions, DialogContent, DialogContentText, DialogTitle },
  args: {
    open: true,
    onClose: action('closed'),
    'aria-label': 'Remove the card?',
    children: (
      <>
        <DialogTitle>Remove the card?</DialogTitle>
        <DialogContent>
          <DialogContentText>Visa ending in 4242 will no longer be charged.</DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button>Cancel</Button>
          <Button variant="contained" color="error">
            Remove Card
          </Button>
        </DialogActions>
      </>
    ),
  },
} satisfies Meta<typeof Dialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
