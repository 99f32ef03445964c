import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { EmptyState } from '../feedback/states';
import { invoiceColumns, invoices, type Invoice } from '../table/fixtures';
import { RecordGrid, type RecordGridProps } from '.';

/** `RecordGrid` for invoice rows. */
const Invoices = (props: RecordGridProps<Invoice, string>): React.ReactNode => <RecordGrid {...props} />;

const meta = {
  title: 'Data grid/RecordGrid',
  component: RecordGrid,
  args: {
    caption: 'Payment history',
    columns: [],
    rows: [],
    rowKey: () => '',
    empty: null,
  },
  render: (args) => (
    <Invoices
      columns={invoiceColumns}
      rows={invoices(6)}
      rowKey={({ number }) => number}
      empty={<EmptyState title="No invoices yet">They appear here after the first charge.</EmptyState>}
      caption={args.caption}
      onSort={action('sorted')}
      {...(args.loading !== undefined && { loading: args.loading })}
      {...(args.error !== undefined && { error: args.error, onRetry: action('retried') })}
      {...(args.sort && { sort: args.sort })}
      {...(args.csvFileName !== undefined && { csvFileName: args.csvFileName, storageKey: 'story' })}
    />
  ),
} satisfies Meta<typeof RecordGrid>;

export default meta;
type Story = StoryObj<typeof meta>;

export const SixRows: Story = {};
export const Sorted: Story = { args: { sort: { key: 'amount', direction: 'desc' } } };
export const WithToolbar: Story = { args: { csvFileName: 'payment-history' } };
export const Refetching: Story = { args: { loading: true } };
export const Failed: Story = { args: { error: 'The server is not reachable.' } };
export const FirstLoad: Story = {
  args: { loading: true },
  render: ({ caption }) => (
    <Invoices
      loading
      columns={invoiceColumns}
      rows={[]}
      rowKey={({ number }) => number}
      empty={null}
      caption={caption}
    />
  ),
};
export const Empty: Story = {
  render: ({ caption }) => (
    <Invoices
      columns={invoiceColumns}
      rows={[]}
      rowKey={({ number }) => number}
      empty={<EmptyState title="No invoices yet">They appear here after the first charge.</EmptyState>}
      caption={caption}
    />
  ),
};
export const HundredRows: Story = {
  render: ({ caption }) => (
    <Invoices
      columns={invoiceColumns}
      rows={invoices(100)}
      rowKey={({ number }) => number}
      empty={null}
      caption={caption}
    />
  ),
};
