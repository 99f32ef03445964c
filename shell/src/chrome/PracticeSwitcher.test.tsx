import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { PracticeSummary } from 'shared-api/contracts';
import { faultsIn, renderKit } from 'shared-ui/testing';
import { giveScrolling } from '../testing/browser';
import { PracticeSwitcher, type PracticeSwitcherProps } from './PracticeSwitcher';

const bright: PracticeSummary = {
  id: 1,
  name: 'Bright Smiles Dental',
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
};
const north: PracticeSummary = {
  id: 4,
  name: 'Bright Smiles North',
  time_zone: 'America/New_York',
  pms_name: 'opendental',
};

function renderSwitcher(over: Partial<PracticeSwitcherProps> = {}) {
  const onChoose = jest.fn();
  const search = jest.fn<PracticeSwitcherProps['search']>(() =>
    Promise.resolve({ results: [bright, north], count: 2 }),
  );
  return {
    onChoose,
    search,
    ...renderKit(
      <PracticeSwitcher
        current={bright}
        practices={[bright, north]}
        all={false}
        search={search}
        onChoose={onChoose}
        now={new Date('2026-11-20T15:00:00Z')}
        {...over}
      />,
    ),
  };
}

beforeEach(giveScrolling);

describe('PracticeSwitcher', () => {
  it('names the practice and its time zone', async () => {
    const { container } = renderSwitcher();
    expect(
      screen.getByRole('button', { name: 'Practice: Bright Smiles Dental Chicago, CT (UTC−6)' }),
    ).toBeInTheDocument();
    expect(await faultsIn(container)).toEqual([]);
  });

  it('is no button for people of one practice', () => {
    renderSwitcher({ practices: [bright] });
    expect(screen.getByText('Bright Smiles Dental')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('finds a person’s own practices without asking the server', async () => {
    const { person, search, onChoose } = renderSwitcher();
    await person.click(screen.getByRole('button'));
    await person.type(screen.getByRole('combobox'), 'NORTH');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await person.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith(north);
    expect(search).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('asks the server for people who may open every practice', async () => {
    const { person, search } = renderSwitcher({ all: true, practices: [] });
    await person.click(screen.getByRole('button'));
    expect(await screen.findByRole('option', { name: /Bright Smiles North/ })).toBeInTheDocument();
    expect(search).toHaveBeenCalledWith('', expect.anything());
    expect(await faultsIn(screen.getByRole('dialog'))).toEqual([]);
  });

  it('stays where it is when the open practice is chosen again, and on Escape', async () => {
    const { person, onChoose } = renderSwitcher();
    const button = screen.getByRole('button');
    await person.click(button);
    await person.click(await screen.findByRole('option', { name: /Bright Smiles Dental/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await person.click(button);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button).toHaveFocus();
    expect(onChoose).not.toHaveBeenCalled();
  });
});
