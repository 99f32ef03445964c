import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { faultsIn } from '../testing/accessible';
import { renderKit } from '../testing/render';
import { ChoiceButtons, SearchInput, ToggleButton } from '.';

function Search(): ReactNode {
  const [value, setValue] = useState('');
  return <SearchInput label="Filter by name" shortcut="/" value={value} onChange={setValue} />;
}

describe('SearchInput', () => {
  it('takes the focus when its key is pressed, without typing the key', async () => {
    const { person } = renderKit(<Search />);
    await person.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Filter by name' });
    expect(field).toHaveFocus();
    await person.keyboard('kim/osei');
    expect(field).toHaveValue('kim/osei');
  });

  it('is emptied by Escape and by its button, which gives the focus back', async () => {
    const { person, container } = renderKit(<Search />);
    const field = screen.getByRole('searchbox');
    await person.type(field, 'kim{Escape}');
    expect(field).toHaveValue('');
    await person.type(field, 'ana');
    expect(await faultsIn(container)).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  });
});

describe('ToggleButton', () => {
  it('says whether it is pressed and how many rows it leaves', async () => {
    const onChange = jest.fn();
    const { person, container } = renderKit(
      <ToggleButton pressed={false} count={1203} onChange={onChange}>
        Only those that differ
      </ToggleButton>,
    );
    const button = screen.getByRole('button', { name: 'Only those that differ · 1,203', pressed: false });
    await person.click(button);
    expect(onChange).toHaveBeenCalledWith(true);
    expect(await faultsIn(container)).toEqual([]);
  });
});

describe('ChoiceButtons', () => {
  it('show the one that is chosen', async () => {
    const onChange = jest.fn();
    const { person, container } = renderKit(
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
    await person.click(screen.getByRole('button', { name: 'Yearly', pressed: false }));
    expect(onChange).toHaveBeenCalledWith('year');
    expect(await faultsIn(container)).toEqual([]);
  });
});
