import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { missingRight } from 'shared-api/contracts';
import { anException, serveSchedules } from '../schedule/testing/schedule-server';
import { ANA, cell, KIM, MARIA, openHours, saveButton, serveHours, checkbox, withServer } from './testing/open-page';

withServer();

const reason = missingRight('hours');
const open = () => openHours({}, ['settings']);

describe('weekly hours for people who may not change hours', () => {
  it('shows the reason once and disables controls that change hours', async () => {
    serveHours();
    await open();
    expect(screen.getByText(reason, { ignore: '[hidden]' })).toBeVisible();
    expect(screen.getByRole('grid')).toHaveAttribute('aria-readonly', 'true');
    expect(cell(KIM, 'tue')).toHaveAttribute('aria-readonly', 'true');
    for (const button of [saveButton(), screen.getByRole('button', { name: /^Copy day/ })]) {
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveAccessibleDescription(reason);
    }
  });

  it('opens no day and changes nothing by click, typing, keys, paste or the checkbox', async () => {
    const hours = serveHours();
    const { user, shell } = await open();
    await user.click(cell(KIM, 'tue'));
    await user.keyboard('{Enter}9{Delete}{Control>}d{/Control}');
    expect(screen.queryByRole('textbox', { name: /^Dr. Kim Osei/ })).toBeNull();
    fireEvent.paste(cell(MARIA, 'wed'), { clipboardData: { getData: () => '9:00 AM - 5:00 PM' } });
    await user.click(checkbox(ANA));
    expect(checkbox(ANA)).toBeChecked();
    expect(shell.unsaved).toBeNull();
    expect(hours.saves).toEqual([]);
  });

  it('moves and copies with the keyboard', async () => {
    serveHours();
    const { user } = await open();
    await user.click(cell(MARIA, 'tue'));
    await user.keyboard('{ArrowRight}');
    expect(cell(MARIA, 'wed')).toHaveFocus();
    let text = '';
    fireEvent.copy(cell(MARIA, 'wed'), {
      clipboardData: { setData: (_: string, data: string) => (text = data) },
    });
    expect(text).not.toBe('');
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(checkbox(MARIA)).toHaveFocus();
  });

  it('disables copying in the row menu, with the reason', async () => {
    serveHours();
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: new RegExp(`${KIM}`) }));
    for (const item of within(await screen.findByRole('menu')).getAllByRole('menuitem')) {
      expect(item).toHaveAttribute('aria-disabled', 'true');
    }
    expect(within(screen.getByRole('menu')).getAllByText(reason)).toHaveLength(2);
  });

  it('disables planning and deleting a schedule', async () => {
    serveSchedules().planned = ['2026-12-07'];
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Schedules' }));
    for (const name of [/^Plan a new schedule/, /^Delete the schedule/]) {
      expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    }
  });

  it('shows exceptions without changing them', async () => {
    serveSchedules([anException()]);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Exceptions and holidays' }));
    await screen.findByRole('grid', { name: 'Exceptions in November 2026' });
    expect(screen.getByText(reason, { ignore: '[hidden]' })).toBeVisible();
    for (const name of ['Add exception', 'Add US federal holidays']) {
      expect(screen.getByRole('button', { name: new RegExp(name, 'i') })).toHaveAccessibleDescription(reason);
    }
    await user.click(screen.getByRole('gridcell', { name: /November 18/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('gridcell', { name: /November 26/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Thanksgiving Day')).toBeVisible();
    for (const name of [/^Edit/, /^Delete/]) {
      expect(dialog.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    expect(dialog.getByRole('button', { name: /^Add/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
