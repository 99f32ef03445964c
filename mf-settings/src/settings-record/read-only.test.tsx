import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { missingRight } from 'shared-api/contracts';
import { someSettings, staff } from './testing/builders';
import { COMMUNICATION, openSettings, saveButton, section, serve, withServer } from './testing/open-page';

withServer();

const reason = missingRight('settings');
const shown = (text: string) => screen.queryAllByText(text, { ignore: '[hidden]' });

describe('settings for people who can’t change them', () => {
  it('shows one notice and disables every field', async () => {
    const state = serve();
    const { user, shell } = await openSettings(staff, {}, ['hours']);
    expect(shown(reason)).toHaveLength(1);
    for (const box of section('Basic Settings').getAllByRole('switch')) expect(box).toBeDisabled();
    for (const select of screen.getAllByRole('combobox')) expect(select).toBeDisabled();
    expect(saveButton()).toHaveAccessibleDescription(reason);
    await user.click(saveButton());
    expect(state.saves).toEqual([]);
    expect(shell.unsaved).toBeNull();
  });

  it('shows only one notice for locked overrides', async () => {
    serve(someSettings({ permissions: { communication_overrides: false } }));
    await openSettings(staff, { route: COMMUNICATION }, []);
    expect(shown(reason)).toHaveLength(1);
    expect(shown(missingRight('communication'))).toEqual([]);
    for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
  });

  it('enables the fields for people with only the settings right', async () => {
    serve();
    await openSettings(staff, {}, ['settings']);
    expect(shown(reason)).toEqual([]);
    for (const box of section('Basic Settings').getAllByRole('switch')) expect(box).toBeEnabled();
  });
});
