import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { PracticeSummary } from 'shared-api/contracts';
import { renderKit } from 'shared-ui/testing';
import { mockScrolling } from '../testing/browser';
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

beforeEach(mockScrolling);

describe('PracticeSwitcher', () => {
  it('names the practice and its time zone', async () => {
    renderSwitcher();
    expect(
      screen.getByRole('button', { name: 'Practice: Bright Smiles Dental Chicago, CT (UTC−6)' }),
    ).toBeInTheDocument();
  });

  it('shows no button to people with one practice', () => {
    renderSwitcher({ practices: [bright] });
    expect(screen.getByText('Bright Smiles Dental')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('finds a person’s own practices without asking the server', async () => {
    const { user, search, onChoose } = renderSwitcher();
    await user.click(screen.getByRole('button'));
    await user.type(screen.getByRole('combobox'), 'NORTH');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith(north);
    expect(search).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('searches on the server for people who can open every practice', async () => {
    const { user, search } = renderSwitcher({ all: true, practices: [] });
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('option', { name: /Bright Smiles North/ })).toBeInTheDocument();
    expect(search).toHaveBeenCalledWith('', expect.anything());
  });

  it('does nothing on Escape or when the open practice is chosen again', async () => {
    const { user, onChoose } = renderSwitcher();
    const button = screen.getByRole('button');
    await user.click(button);
    await user.click(await screen.findByRole('option', { name: /Bright Smiles Dental/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(button);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button).toHaveFocus();
    expect(onChoose).not.toHaveBeenCalled();
  });
});
