import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { faultsIn } from '../testing/accessible';
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
  it('ticks by mouse and by keyboard, and names itself', async () => {
    const { person, container } = renderKit(<List />);
    expect(screen.getByRole('group', { name: 'Bundles' })).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Core' })).toBeChecked();
    await person.click(screen.getByRole('checkbox', { name: 'Voice' }));
    screen.getByRole('searchbox', { name: 'Search Bundles' }).focus();
    await person.keyboard('{ArrowDown}{ArrowDown} ');
    expect(screen.getByRole('checkbox', { name: 'Growth' })).toHaveFocus();
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
    await person.keyboard('{ArrowUp} ');
    expect(screen.getByRole('checkbox', { name: 'Core' })).not.toBeChecked();
    expect(await faultsIn(container)).toEqual([]);
  });

  it('is narrowed by every word that is searched for, in label and detail, without changing a tick', async () => {
    const { person } = renderKit(<List />);
    await person.type(screen.getByRole('searchbox'), 'tracking call');
    expect(names()).toEqual(['Voice']);
    expect(screen.getByText('1 of 3 found')).toBeInTheDocument();
    await person.type(screen.getByRole('searchbox'), ' x');
    expect(screen.getByText('Nothing matches “tracking call x”.')).toBeVisible();
    await person.clear(screen.getByRole('searchbox'));
    expect(screen.getByRole('checkbox', { name: 'Core' })).toBeChecked();
  });

  it('says so when there is nothing to choose from', () => {
    renderKit(<List empty />);
    expect(screen.getByText('There is nothing to choose from.')).toBeVisible();
  });
});

describe('MultiSelect', () => {
  it('shows what is chosen with where it comes from, marks what is new, and can put back what went', async () => {
    const { person, container } = renderKit(<Select error="Not these" />);
    expect(chips()).toEqual(['Core subscription', 'old']);
    expect(screen.getByRole('button', { name: 'Choose Bundles' })).toHaveAccessibleDescription('Not these');
    await person.click(screen.getByRole('button', { name: 'Remove Core' }));
    expect(screen.getByRole('button', { name: 'Choose Bundles' })).toHaveFocus();
    expect(chips()).toEqual(['Core (removed) subscription', 'old']);
    await person.keyboard('{Enter}');
    const list = within(await screen.findByRole('dialog', { name: 'Choose Bundles' }));
    await person.click(list.getByRole('checkbox', { name: 'Growth' }));
    await person.keyboard('{Escape}');
    expect(chips()).toEqual(['Core (removed) subscription', 'old', 'Growth (added)']);
    await person.click(screen.getByRole('button', { name: 'Put Core back' }));
    expect(chips()).toEqual(['Core subscription', 'old', 'Growth (added)']);
    expect(await faultsIn(container)).toEqual([]);
  });

  it('that is disabled cannot be changed', async () => {
    const { person } = renderKit(
      <MultiSelect disabled label="Flags" options={options} values={[]} onChange={() => undefined} />,
    );
    expect(screen.getByText('None')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Choose Flags' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
