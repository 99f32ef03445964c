import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderKit } from 'shared-ui/testing';
import type { PracticePage } from '../chrome/practice-search';
import type { ContributionRunnerOptions } from '../contributions/contribution-runner';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { CommandPalette } from './CommandPalette';

const option = (name: RegExp): HTMLElement => screen.getByRole('option', { name });

it('keeps the option that a person is about to click when more groups are found', async () => {
  let answer: (page: PracticePage) => void = () => undefined;
  const found = new Promise<PracticePage>((resolve) => {
    answer = resolve;
  });
  const shell = {
    session: { user: { id: 'u-owner' }, flags: {}, practices: [], all_practices: true },
    practices: { search: () => found },
  } as unknown as ShellContext;
  const registry = { modules: () => [] } as unknown as Registry;
  const { user } = renderKit(
    <CommandPalette
      {...{ shell, registry }}
      contributions={{} as ContributionRunnerOptions}
      side="clinic"
      practice={null}
      onClose={() => undefined}
      onShortcuts={() => undefined}
    />,
  );
  await user.type(screen.getByRole('combobox'), 'acc');
  const page = option(/security/);
  const dental = { id: 7, name: 'Acc Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };
  answer({ results: [dental], count: 1 } as unknown as PracticePage);
  await screen.findByRole('option', { name: /Dental/ });
  expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
    expect.stringContaining('Acc Dental'),
    expect.stringContaining('Account and security'),
  ]);
  expect(option(/security/)).toBe(page);
});
