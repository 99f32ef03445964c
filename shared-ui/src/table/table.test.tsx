import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { EmptyState } from '../feedback';
import { renderKit } from '../testing/render';
import { type Column, DataTable, type DataTableProps, Pager } from '.';
import { pagesAround } from './Pager';

interface Row {
  id: number;
  name: string;
  features: number;
}

const columns: Column<Row, 'name' | 'features'>[] = [
  { key: 'name', header: 'Practice', sortable: true, cell: (row) => row.name },
  { key: 'features', header: 'Features', numeric: true, sortable: true, cell: (row) => row.features },
];

const rows: Row[] = [
  { id: 1, name: 'Bright Smiles Dental', features: 14 },
  { id: 2, name: 'Smile Studio West', features: 17 },
];

function renderTable(over: Partial<DataTableProps<Row, 'name' | 'features'>> = {}): ReturnType<typeof renderKit> {
  return renderKit(
    <DataTable
      caption="Practices"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={<EmptyState title="No practices" />}
      {...over}
    />,
  );
}

describe('DataTable', () => {
  it('names the table, its rows and its columns', async () => {
    renderTable();
    const table = screen.getByRole('table', { name: 'Practices' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Practice', 'Features']);
    const row = within(table).getByRole('row', { name: 'Smile Studio West 17' });
    expect(within(row).getByRole('rowheader', { name: 'Smile Studio West' })).toBeInTheDocument();
  });

  describe('on a phone screen', () => {
    let media: ReturnType<typeof jest.spyOn>;
    beforeEach(() => {
      const wide = window.matchMedia('');
      media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...wide, matches: true });
    });
    afterEach(() => media.mockRestore());

    const actions: Column<Row, 'name' | 'features'> = {
      key: 'features',
      header: 'Actions',
      hideHeader: true,
      cell: ({ name }) => <button type="button">{`Remove ${name}`}</button>,
    };
    const selection: Column<Row, 'name' | 'features'> = {
      key: 'features',
      header: 'Hidden',
      selects: true,
      phoneHeader: <label>Select all practices</label>,
      cell: ({ name }) => <input type="checkbox" aria-label={`Select ${name}`} />,
    };

    it('leaves out empty cells', () => {
      const [name, features] = columns as [Column<Row, 'name' | 'features'>, Column<Row, 'name' | 'features'>];
      renderTable({ columns: [name, { ...features, isOnCard: ({ id }) => id === 2 }] });
      const [first, second] = screen.getAllByRole('listitem');
      expect(first).not.toHaveTextContent('Features');
      expect(second).toHaveTextContent('Features17');
    });

    it('shows short facts in one line below the name', () => {
      const [name, features] = columns as [Column<Row, 'name' | 'features'>, Column<Row, 'name' | 'features'>];
      const fact = { ...features, phoneLine: ({ features: count }: Row) => count > 0 && `${count} features` };
      renderTable({ columns: [name, fact] });
      const [, second] = screen.getAllByRole('listitem');
      expect(second).toHaveTextContent(/^Smile Studio West17 features$/);
    });

    it('shows rows as cards', async () => {
      renderTable({ columns: [...columns.slice(0, 1), actions] });
      expect(screen.queryByRole('table')).toBeNull();
      const [, card] = within(screen.getByRole('list', { name: 'Practices' })).getAllByRole('listitem');
      expect(card).toHaveTextContent('Smile Studio West');
      expect(within(card as HTMLElement).getByRole('button', { name: 'Remove Smile Studio West' })).toBeVisible();
      expect(screen.queryByText('Actions')).toBeNull();
    });

    it('shows each checkbox next to the name, and select-all above the cards', async () => {
      renderTable({ columns: [selection, ...columns.slice(0, 1)] });
      expect(screen.getByText('Select all practices')).toBeVisible();
      expect(screen.queryByText('Hidden')).toBeNull();
      const [, card] = within(screen.getByRole('list', { name: 'Practices' })).getAllByRole('listitem');
      expect(
        within(card as HTMLElement).getByRole('checkbox', { name: 'Select Smile Studio West' }),
      ).toBeInTheDocument();
    });

    it('shows only the empty state or the error without rows', () => {
      const { unmount } = renderTable({ rows: [] });
      expect(screen.getByText('No practices')).toBeVisible();
      expect(screen.queryByText('Features')).toBeNull();
      unmount();
      renderTable({ rows: [], error: 'The list didn’t load.' });
      expect(screen.getByRole('alert')).toHaveTextContent('The list didn’t load.');
    });

    it('stays a table for numbers', () => {
      renderTable({ onPhone: 'table' });
      expect(screen.getByRole('table', { name: 'Practices' })).toBeInTheDocument();
    });
  });

  it('is a tab stop only when it scrolls', () => {
    const frame = (): HTMLElement => screen.getByRole('group', { name: 'Practices' });
    const { unmount } = renderTable();
    expect(frame()).not.toHaveAttribute('tabindex');
    unmount();
    const width = jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(500);
    renderTable();
    expect(frame()).toHaveAttribute('tabindex', '0');
    width.mockRestore();
  });

  it('requests a different sort column or direction', async () => {
    const onSort = jest.fn();
    const { user, rerender } = renderTable({ onSort, sort: { key: 'name', direction: 'asc' } });
    expect(screen.getByRole('columnheader', { name: 'Practice' })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('columnheader', { name: 'Features' })).not.toHaveAttribute('aria-sort');
    await user.click(screen.getByRole('button', { name: 'Practice' }));
    expect(onSort).toHaveBeenLastCalledWith({ key: 'name', direction: 'desc' });
    await user.click(screen.getByRole('button', { name: 'Features' }));
    expect(onSort).toHaveBeenLastCalledWith({ key: 'features', direction: 'asc' });
    rerender(
      <DataTable
        caption="Practices"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={null}
        onSort={onSort}
        sort={{ key: 'features', direction: 'desc' }}
      />,
    );
    expect(screen.getByRole('columnheader', { name: 'Features' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('shows the empty state without rows', async () => {
    renderTable({ rows: [] });
    expect(screen.getByText('No practices')).toBeInTheDocument();
  });

  it('announces that the first rows are loading and hides the empty state', async () => {
    renderTable({ rows: [], loading: true });
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.queryByText('No practices')).not.toBeInTheDocument();
  });

  it('keeps its rows during a refetch', () => {
    renderTable({ loading: true });
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('rowheader', { name: 'Bright Smiles Dental' })).toBeInTheDocument();
  });

  it('shows the error and retries', async () => {
    const onRetry = jest.fn();
    const { user } = renderTable({ rows: [], error: 'The server did not answer.', onRetry });
    expect(screen.getByRole('alert')).toHaveTextContent('The server did not answer.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('Pager', () => {
  it('shows the current range and goes to the next and previous page', async () => {
    const onPage = jest.fn();
    const { user } = renderKit(<Pager page={2} pageSize={25} count={100240} onPage={onPage} />);
    expect(screen.getByText('26–50 of 100,240')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPage).toHaveBeenLastCalledWith(3);
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(onPage).toHaveBeenLastCalledWith(1);
  });

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [6, 9, [4, 5, 6, 7, 8]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('shows at most five page buttons on page %i of %i', (page, last, pages) => {
    expect(pagesAround(page, last, 5)).toEqual(pages);
  });

  it('goes to a page by its button and marks the current one', async () => {
    const onPage = jest.fn();
    const { user } = renderKit(<Pager page={2} pageSize={10} count={31} pageButtons={5} onPage={onPage} />);
    expect(screen.getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 2 of 4');
    await user.click(screen.getByRole('button', { name: 'Page 4 of 4' }));
    expect(onPage).toHaveBeenLastCalledWith(4);
  });

  it('stays within the first and last page', async () => {
    const onPage = jest.fn();
    const { user } = renderKit(<Pager page={1} pageSize={25} count={12} onPage={onPage} />);
    expect(screen.getByText('1–12 of 12')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPage).not.toHaveBeenCalled();
  });

  it('offers other page sizes', async () => {
    const onPageSize = jest.fn();
    const { user } = renderKit(
      <Pager page={1} pageSize={25} count={0} onPage={() => undefined} onPageSize={onPageSize} />,
    );
    expect(screen.getByText('0 of 0')).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
    expect(onPageSize).toHaveBeenCalledWith(50);
  });
});
