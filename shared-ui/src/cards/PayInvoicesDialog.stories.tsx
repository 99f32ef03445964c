import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { withRemoteContext } from '../stories/frames';
import { PayInvoicesDialog } from './PayInvoicesDialog';

const invoice = (number: number) => ({
  invoice_id: `in_${number}`,
  number: `INV-00${number}`,
  amount_due: 94_900,
  currency: 'usd',
});
const attempt = { number: 'INV-001', currency: 'usd', amount: 94_900 };

const meta = {
  title: 'Cards/PayInvoicesDialog',
  component: PayInvoicesDialog,
  decorators: [withRemoteContext],
  args: {
    customer: 'Bright Smiles Dental',
    open: {
      data: { invoices: [invoice(1), invoice(2)], totals: [{ currency: 'usd', amount_due: 189_800 }] },
      isFetching: false,
      refetch: action('refetch'),
    },
    results: new Map(),
    busy: false,
    lead: <Typography>Visa ending 4242 is now the default.</Typography>,
    pay: () => Promise.resolve(false),
    onClose: action('onClose'),
  },
} satisfies Meta<typeof PayInvoicesDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};

export const PartlyPaid: Story = {
  args: {
    results: new Map([
      ['in_1', { ...attempt, invoice_id: 'in_1', paid: true, problem: null }],
      ['in_2', { ...attempt, invoice_id: 'in_2', number: 'INV-002', paid: false, problem: 'Your card was declined.' }],
    ]),
  },
};

export const TwoCurrencies: Story = {
  args: {
    open: {
      data: {
        invoices: [invoice(1), { ...invoice(2), currency: 'jpy', amount_due: 5000 }],
        totals: [
          { currency: 'usd', amount_due: 94_900 },
          { currency: 'jpy', amount_due: 5000 },
        ],
      },
      isFetching: false,
      refetch: action('refetch'),
    },
  },
};

export const NotLoaded: Story = {
  args: {
    open: {
      error: {
        status: 502,
        code: 'unreachable',
        message: 'The payment provider isn’t responding. Try again in a minute.',
      },
      isFetching: false,
      refetch: action('refetch'),
    },
  },
};
