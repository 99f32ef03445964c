import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderKit } from '../testing/render';
import { ChoiceButtons, FoldedFilters, SearchInput } from '.';

function Search(): ReactNode {
  const [value, setValue] = useState('');
  return <SearchInput label="Filter by name" shortcut="/" value={value} onChange={setValue} />;
}

describe('SearchInput', () => {
  it('receives focus on its shortcut without typing the key', async () => {
    const { user } = renderKit(<Search />);
    await user.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Filter by name' });
    expect(field).toHaveFocus();
    await user.keyboard('kim/osei');
    expect(field).toHaveValue('kim/osei');
  });

  it('clears on Escape and with its button, and keeps focus', async () => {
    const { user } = renderKit(<Search />);
    const field = screen.getByRole('searchbox');
    await user.type(field, 'kim{Escape}');
    expect(field).toHaveValue('');
    await user.type(field, 'ana');
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  });
});

describe('ChoiceButtons', () => {
  it('marks the selected option and reports a new selection', async () => {
    const onChange = jest.fn();
    const { user } = renderKit(
      <ChoiceButtons
        label="Billing interval"
        value="month"
        options={[
          { value: 'month', label: 'Monthly' },
          { value: 'year', label: 'Yearly' },
        ]}
        onChange={onChange}
      />,
    );
    expect(screen.getByRole('group', { name: 'Billing interval' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Monthly', pressed: true })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Yearly', pressed: false }));
    expect(onChange).toHaveBeenCalledWith('year');
  });
});

describe('FoldedFilters', () => {
  const filters = (count: number) => (
    <FoldedFilters count={count}>
      <input aria-label="Floor" />
    </FoldedFilters>
  );

  it('shows the filters without a button on a wide screen', () => {
    renderKit(filters(1));
    expect(screen.getByRole('textbox', { name: 'Floor' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('toggles the filters on a phone with a button that counts active ones', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    const { user, rerender } = renderKit(filters(0));
    const button = screen.getByRole('button', { name: 'Filters', expanded: false });
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(button);
    expect(screen.getByRole('textbox', { name: 'Floor' })).toBeVisible();
    rerender(filters(2));
    expect(button).toHaveAccessibleName('Filters (2)');
    await user.click(button);
    expect(screen.queryByRole('textbox')).toBeNull();
    media.mockRestore();
  });
});
