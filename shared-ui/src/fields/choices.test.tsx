import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { accessibilityViolations } from '../testing/accessibility';
import { renderKit } from '../testing/render';
import { CheckboxList, MultiSelect } from '.';

const options = [
  { value: 'core', label: 'Core', detail: 'Charts and recall', note: 'subscription' },
  { value: 'growth', label: 'Growth', detail: 'Campaigns' },
  { value: 'voice', label: 'Voice', detail: 'Call tracking' },
];

function List({ empty = false }: { empty?: boolean }): ReactNode {
  const [values, setValues] = useState(['core']);
  return <CheckboxList label="Bundles" options={empty ? [] : options} values={values} onChange={setValues} />;
}

function Select({ error }: { error?: string }): ReactNode {
  const [values, setValues] = useState(['core', 'old']);
  return (
    <MultiSelect
      label="Bundles"
      options={options}
      values={values}
      before={['core', 'old']}
      onChange={setValues}
      error={error}
    />
  );
}

const names = (): string[] =>
  screen.getAllByRole('checkbox').map((tick: HTMLElement) => tick.closest('label')?.textContent ?? '');
const chips = (): string[] =>
  within(screen.getByRole('list', { name: 'Bundles' }))
    .getAllByRole('listitem')
    .map((chip: HTMLElement) => chip.textContent ?? '');

describe('CheckboxList', () => {
  it('checks options by mouse and keyboard, and has an accessible name', async () => {
    const { user, container } = renderKit(<List />);
    expect(screen.getByRole('group', { name: 'Bundles' })).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Core' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Voice' }));
    screen.getByRole('searchbox', { name: 'Search Bundles' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(screen.getByRole('checkbox', { name: 'Growth' })).toHaveFocus();
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
    await user.keyboard('{ArrowUp} ');
    expect(screen.getByRole('checkbox', { name: 'Core' })).not.toBeChecked();
    expect(await accessibilityViolations(container)).toEqual([]);
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

  it('says that there is nothing to choose from', () => {
    renderKit(<List empty />);
    expect(screen.getByText('Nothing to choose from.')).toBeVisible();
  });
});

describe('MultiSelect', () => {
  it('shows sources, marks additions and removals, and restores a removed value', async () => {
    const { user, container } = renderKit(<Select error="Not these" />);
    expect(chips()).toEqual(['Core subscription', 'old']);
    expect(screen.getByRole('button', { name: 'Choose Bundles' })).toHaveAccessibleDescription('Not these');
    await user.click(screen.getByRole('button', { name: 'Remove Core' }));
    expect(screen.getByRole('button', { name: 'Choose Bundles' })).toHaveFocus();
    expect(chips()).toEqual(['Core (removed) subscription', 'old']);
    await user.keyboard('{Enter}');
    const list = within(await screen.findByRole('dialog', { name: 'Choose Bundles' }));
    await user.click(list.getByRole('checkbox', { name: 'Growth' }));
    await user.keyboard('{Escape}');
    expect(chips()).toEqual(['Core (removed) subscription', 'old', 'Growth (added)']);
    await user.click(screen.getByRole('button', { name: 'Revert Core' }));
    expect(chips()).toEqual(['Core subscription', 'old', 'Growth (added)']);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('does not open when disabled', async () => {
    const { user } = renderKit(
      <MultiSelect disabled label="Flags" options={options} values={[]} onChange={() => undefined} />,
    );
    expect(screen.getByText('None')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Choose Flags' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
