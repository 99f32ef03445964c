import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { missingRight } from 'shared-api/contracts';
import {
  cell,
  copied,
  goTo,
  KIM,
  openGrid,
  paste,
  announcement,
  saveButton,
  serveWorked,
  withWorkedServer,
} from './testing/open-worked';

withWorkedServer();

const reason = missingRight('hours');
const open = () => openGrid({ rights: ['settings'] });

describe('hours worked for people who may not change hours', () => {
  it('shows the reason once and disables controls that change hours', async () => {
    const hours = serveWorked();
    hours.set('7.2026-11-17.worked_hours', 36_000);
    await open();
    expect(screen.getByText(reason, { ignore: '[hidden]' })).toBeVisible();
    expect(screen.getByRole('grid')).toHaveAttribute('aria-readonly', 'true');
    for (const button of [
      saveButton(),
      screen.getByRole('button', { name: 'Recalculate' }),
      screen.getByRole('button', { name: 'Reset day' }),
    ]) {
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveAccessibleDescription(reason);
    }
    expect(screen.getByRole('button', { name: /Dr\. Kim Osei/ })).toHaveAttribute('aria-disabled', 'true');
  });

  it('changes nothing by typing, keys, paste, double click or reset, and shows why', async () => {
    const hours = serveWorked();
    hours.set('7.2026-11-17.worked_hours', 36_000);
    const page = await open();
    const found = await goTo(page, KIM, 'Mon Nov 16', 'available');
    await page.user.keyboard('4');
    expect(screen.queryByRole('textbox', { name: new RegExp(KIM) })).toBeNull();
    await page.user.keyboard('{F2}{Delete}{Control>}d{/Control}');
    paste('3');
    await page.user.dblClick(found);
    await page.user.click(screen.getByRole('button', { name: /Dr\. Kim Osei/ }));
    expect(announcement(cell(KIM, 'Mon Nov 16', 'available'))).toBe('8.00');
    expect(screen.getAllByText(reason, { ignore: '[hidden]' })).toHaveLength(2);
    expect(page.shell.unsaved).toBeNull();
    expect(hours.saves).toEqual([]);
  });

  it('moves and copies with the keyboard', async () => {
    serveWorked();
    const page = await open();
    await goTo(page, KIM, 'Mon Nov 16', 'available');
    await page.user.keyboard('{ArrowDown}');
    expect(cell(KIM, 'Mon Nov 16', 'worked')).toHaveFocus();
    expect(copied()).toBe('6.50');
  });
});
