// The grid's styles hide parts of a header and so determine its accessible name.
import 'tools/jest/style-rules';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { EmptyState } from '../feedback/states';
import { type Invoice, invoiceColumns, invoices } from '../table/fixtures';
import { renderKit } from '../testing/render';
import { RecordGrid, type RecordGridProps } from '.';

type Props = Partial<RecordGridProps<Invoice, string>>;

const grid = (props: Props = {}): React.JSX.Element => (
  <RecordGrid
    caption="Payment history"
    columns={invoiceColumns.map((column) => ({ ...column, text: ({ number }: Invoice) => `${column.key} ${number}` }))}
    rows={invoices(3)}
    rowKey={({ number }) => number}
    empty={<EmptyState title="No invoices yet" />}
    {...props}
  />
);

const key = 'console-grid-payment-history-7';

/** The element that scrolls the rows. */
const scrollArea = (): Element => {
  const area = document.querySelector('[data-scroll-area="Payment history"]');
  if (!area) throw new Error('The rows have no area that scrolls');
  return area;
};

afterEach(() => localStorage.clear());

describe('RecordGrid', () => {
  it('names the grid and shows a row for each record', async () => {
    renderKit(grid());
    const table = screen.getByRole('grid', { name: 'Payment history' });
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 3);
    expect(within(table).getByRole('rowheader', { name: 'CONS-0002' })).toBeInTheDocument();
  });

  it('requests the opposite direction when a header is pressed', async () => {
    const onSort = jest.fn();
    const { user } = renderKit(grid({ sort: { key: 'amount', direction: 'asc' }, onSort }));
    expect(screen.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('columnheader', { name: 'Amount' }));
    expect(onSort).toHaveBeenCalledWith({ key: 'amount', direction: 'desc' });
  });

  it('doesn’t render cells again while rows and columns are unchanged', () => {
    const cell = jest.fn(({ number }: Invoice) => number);
    const columns = [...invoiceColumns, { key: 'note', header: 'Note', cell }];
    const same = { columns, rows: invoices(3), storageKey: key };
    const { rerender } = renderKit(grid(same));
    expect(cell).toHaveBeenCalled();
    cell.mockClear();
    rerender(grid({ ...same, onSort: () => undefined }));
    expect(cell).not.toHaveBeenCalled();
  });

  it('lets Space toggle a checkbox in a cell', async () => {
    const onTick = jest.fn();
    const columns = [
      ...invoiceColumns,
      {
        key: 'chosen',
        header: 'Chosen',
        cell: ({ number }: Invoice) => <input type="checkbox" aria-label={`Choose ${number}`} onChange={onTick} />,
      },
    ];
    const { user } = renderKit(grid({ columns }));
    act(() => screen.getByRole('checkbox', { name: 'Choose CONS-0002' }).focus());
    await user.keyboard(' ');
    expect(onTick).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('checkbox', { name: 'Choose CONS-0002' })).toHaveFocus();
  });

  it('offers Retry when rows fail to load', async () => {
    const onRetry = jest.fn();
    const { user } = renderKit(grid({ rows: [], error: 'The server is not reachable.', onRetry }));
    expect(screen.getByRole('alert')).toHaveTextContent('The server is not reachable.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalled();
  });

  it.each([
    ['its first rows', []],
    ['other rows', invoices(2)],
  ])('is busy until %s are drawn', (_, before) => {
    const frames: { busy: boolean; rows: number }[] = [];
    function Observed(props: Props): React.JSX.Element {
      // Runs once per frame, before the grid's effects.
      useLayoutEffect(() => {
        const busy = document.querySelector('[aria-busy]') !== null;
        frames.push({ busy, rows: screen.queryAllByRole('rowheader').length });
      });
      return grid(props);
    }
    const { rerender } = renderKit(<Observed rows={before} loading />);
    frames.length = 0;
    rerender(<Observed rows={invoices(3)} />);
    expect(frames).toEqual([{ busy: true, rows: before.length }]);
    expect(screen.getAllByRole('rowheader')).toHaveLength(3);
    expect(document.querySelector('[aria-busy]')).toBeNull();
  });

  it('shows the empty state without rows', () => {
    renderKit(grid({ rows: [] }));
    expect(screen.getByText('No invoices yet')).toBeInTheDocument();
  });

  it('announces loading and keeps the rows', () => {
    renderKit(grid({ loading: true }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.getByRole('rowheader', { name: 'CONS-0001' })).toBeInTheDocument();
  });

  it('remembers hidden columns and density per person', async () => {
    const { user, unmount } = renderKit(grid({ csvFileName: 'payment-history', storageKey: key }));
    await user.click(screen.getByRole('button', { name: 'Density' }));
    await user.click(screen.getByRole('menuitemradio', { name: 'Compact' }));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Customer' }));
    expect(screen.queryByRole('columnheader', { name: 'Customer' })).not.toBeInTheDocument();
    unmount();
    renderKit(grid({ csvFileName: 'payment-history', storageKey: key }));
    expect(screen.getByRole('columnheader', { name: 'Number' })).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Customer' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Density' }));
    expect(screen.getByRole('menuitemradio', { name: 'Compact' })).toBeChecked();
  });

  it('only lets named columns be hidden', async () => {
    const columns = [{ key: 'select', header: <span>Selection</span>, cell: () => null }, ...invoiceColumns];
    const { user } = renderKit(grid({ columns, storageKey: key }));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Columns' }));
    expect(panel.getByRole('checkbox', { name: 'Customer' })).toBeInTheDocument();
    expect(panel.queryByRole('checkbox', { name: 'select' })).not.toBeInTheDocument();
  });

  it('shows every column if the stored state is unreadable', () => {
    localStorage.setItem(key, '{"hidden": 3, "density": "huge"');
    renderKit(grid({ csvFileName: 'payment-history', storageKey: key }));
    expect(screen.getAllByRole('columnheader')).toHaveLength(4);
  });

  it('keeps its scroll position when rows change, and scrolls to the top for a new list', () => {
    const { rerender } = renderKit(grid({ rows: invoices(25) }));
    scrollArea().scrollTop = 400;
    rerender(grid({ rows: invoices(50) }));
    expect(scrollArea().scrollTop).toBe(400);
    rerender(grid({ rows: invoices(50).slice(25) }));
    expect(scrollArea().scrollTop).toBe(0);
  });

  it('offers columns and density without a CSV export', () => {
    renderKit(grid({ storageKey: key }));
    expect(screen.getByRole('button', { name: 'Columns' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /CSV/ })).not.toBeInTheDocument();
  });

  it('prints all rows as a plain table', () => {
    renderKit(grid({ rows: invoices(8) }));
    act(() => {
      fireEvent(window, new Event('beforeprint'));
    });
    expect(within(screen.getByRole('table', { name: 'Payment history' })).getAllByRole('row')).toHaveLength(9);
    act(() => {
      fireEvent(window, new Event('afterprint'));
    });
    expect(screen.getByRole('grid', { name: 'Payment history' })).toBeInTheDocument();
  });
});
