import { describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderKit } from '../testing/render';
import { CheckboxList } from '.';

const options = [
  { value: 'core', label: 'Core', detail: 'Charts and recall' },
  { value: 'growth', label: 'Growth', detail: 'Campaigns' },
  { value: 'voice', label: 'Voice', detail: 'Call tracking' },
];

function List({ empty = false }: { empty?: boolean }): ReactNode {
  const [values, setValues] = useState(['core']);
  return <CheckboxList label="Bundles" options={empty ? [] : options} values={values} onChange={setValues} />;
}

const names = (): string[] =>
  screen.getAllByRole('checkbox').map((tick: HTMLElement) => tick.closest('label')?.textContent ?? '');

describe('CheckboxList', () => {
  it('checks options by mouse and keyboard, and has an accessible name', async () => {
    const { user } = renderKit(<List />);
    expect(screen.getByRole('group', { name: 'Bundles' })).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Core' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Voice' }));
    act(() => screen.getByRole('searchbox', { name: 'Search Bundles' }).focus());
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(screen.getByRole('checkbox', { name: 'Growth' })).toHaveFocus();
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
    await user.keyboard('{ArrowUp} ');
    expect(screen.getByRole('checkbox', { name: 'Core' })).not.toBeChecked();
  });

  it('filters by every word in label and detail without changing checked options', async () => {
    const { user } = renderKit(<List />);
    await user.type(screen.getByRole('searchbox'), 'tracking call');
    expect(names()).toEqual(['Voice']);
    expect(screen.getByText('1 of 3 found')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), ' x');
    expect(screen.getByText('Nothing matches “tracking call x”.')).toBeVisible();
    await user.clear(screen.getByRole('searchbox'));
    expect(screen.getByRole('checkbox', { name: 'Core' })).toBeChecked();
  });

  it('shows a message without options', () => {
    renderKit(<List empty />);
    expect(screen.getByText('Nothing to choose from.')).toBeVisible();
  });
});
