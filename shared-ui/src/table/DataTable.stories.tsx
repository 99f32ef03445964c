import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { EmptyState } from '../feedback/states';
import { longName, narrowWidth } from '../stories/frames';
import { DataTable } from './DataTable';
import { type Invoice, invoiceColumns, invoices } from './fixtures';

const meta = {
  title: 'Table/DataTable',
  component: DataTable<Invoice, string>,
  args: {
    caption: 'Invoices',
    columns: invoiceColumns,
    rows: invoices(6),
    rowKey: ({ number }) => number,
    empty: <EmptyState title="No invoices yet">The first one comes with the first subscription.</EmptyState>,
  },
} satisfies Meta<typeof DataTable<Invoice, string>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rows: Story = {};
export const SortedAscending: Story = { args: { sort: { key: 'number', direction: 'asc' }, onSort: action('sort') } };
export const SortedDescending: Story = { args: { sort: { key: 'amount', direction: 'desc' }, onSort: action('sort') } };
export const Empty: Story = { args: { rows: [] } };
export const Loading: Story = { args: { rows: [], loading: true } };
export const Refetching: Story = { args: { loading: true } };
export const Failed: Story = {
  args: { rows: [], error: 'The server could not be reached.', onRetry: action('retry') },
};
export const FailedRetrying: Story = { args: { ...Failed.args, loading: true } };
export const ManyRows: Story = { args: { rows: invoices(200), maxHeight: 360 } };
export const HiddenHeader: Story = {
  args: { columns: invoiceColumns.map((column) => ({ ...column, hideHeader: column.key === 'status' })) },
};
export const LongTextNarrow: Story = {
  args: { rows: invoices(6).map((row) => ({ ...row, customer: longName })) },
  decorators: [narrowWidth],
};
export const TableOnPhone: Story = { args: { onPhone: 'table' } };
