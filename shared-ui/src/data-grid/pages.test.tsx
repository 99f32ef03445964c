import './testing/short-pages';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { EmptyState } from '../feedback/states';
import { type Invoice, invoiceColumns, invoices } from '../table/fixtures';
import { renderKit } from '../testing/render';
import { RecordGrid } from '.';

const grid = ({ rows }: { rows: Invoice[] }): React.JSX.Element => (
  <RecordGrid
    caption="Payment history"
    columns={invoiceColumns}
    rows={rows}
    rowKey={({ number }) => number}
    empty={<EmptyState title="No invoices yet" />}
  />
);

afterEach(() => history.replaceState(null, ''));

describe('grid pages', () => {
  it('turns pages and prints every page', async () => {
    const { user } = renderKit(grid({ rows: invoices(25) }));
    const shown = (): number => within(screen.getByRole('grid')).getAllByRole('rowheader').length;
    expect(shown()).toBe(10);
    await user.click(screen.getByRole('button', { name: 'Page 3 of 3' }));
    expect(screen.getByRole('rowheader', { name: 'CONS-0025' })).toBeInTheDocument();
    expect(shown()).toBe(5);
    act(() => {
      fireEvent(window, new Event('beforeprint'));
    });
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(26);
  });

  it('follows rows added after the last row', () => {
    const { rerender } = renderKit(grid({ rows: invoices(10) }));
    rerender(grid({ rows: invoices(13) }));
    expect(screen.getByRole('rowheader', { name: 'CONS-0011' })).toBeInTheDocument();
    expect(screen.queryByRole('rowheader', { name: 'CONS-0010' })).not.toBeInTheDocument();
  });

  it('stays on the first page when the rows are replaced', () => {
    const { rerender } = renderKit(grid({ rows: invoices(13).slice(3) }));
    rerender(grid({ rows: invoices(13) }));
    expect(screen.getByRole('rowheader', { name: 'CONS-0001' })).toBeInTheDocument();
  });

  it('goes to the new last page when rows are removed', async () => {
    const { user, rerender } = renderKit(grid({ rows: invoices(25) }));
    await user.click(screen.getByRole('button', { name: 'Page 3 of 3' }));
    rerender(grid({ rows: invoices(12) }));
    expect(screen.getByRole('rowheader', { name: 'CONS-0012' })).toBeInTheDocument();
  });

  it('restores the page from the history entry and keeps the shell’s state', async () => {
    history.replaceState({ consoleEntry: 4 }, '');
    const { user, unmount } = renderKit(grid({ rows: invoices(25) }));
    await user.click(screen.getByRole('button', { name: 'Page 2 of 3' }));
    unmount();
    expect(history.state).toMatchObject({ consoleEntry: 4 });
    const reopened = renderKit(grid({ rows: invoices(25) }));
    expect(screen.getByRole('rowheader', { name: 'CONS-0011' })).toBeInTheDocument();
    reopened.unmount();
    renderKit(grid({ rows: invoices(9) }));
    expect(screen.getByRole('rowheader', { name: 'CONS-0001' })).toBeInTheDocument();
  });

  it.each([{ 'Payment history': 'last' }, { 'Payment history': -3 }, 'none'])(
    'starts at the first page if the history entry has %j',
    (gridPages) => {
      history.replaceState({ gridPages }, '');
      renderKit(grid({ rows: invoices(25) }));
      expect(screen.getByRole('rowheader', { name: 'CONS-0001' })).toBeInTheDocument();
    },
  );
});
