import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { createTables } from 'shared-api/contracts';
import { answer, connectionFailure, reply } from 'shared-api/testing';
import { openAsSuperAdmin, section, server, withServer } from '../settings-record/testing/open-page';

withServer();

const admin = () => section('Administrator Settings');

describe('the database tables', () => {
  it('says that tables exist and offers no creation', async () => {
    await openAsSuperAdmin();
    expect(admin().getByText('Tables Exist')).toBeVisible();
    expect(admin().queryByRole('button', { name: 'Create Tables' })).toBeNull();
  });

  it.each([
    ['success', '', 'success', 'Tables created successfully'],
    ['success', 'Made 9 tables', 'success', 'Made 9 tables'],
    ['info', '', 'info', 'Tables already exist'],
  ] as const)(
    'creates tables (%s, %j), refetches the settings and keeps edits',
    async (status, message, severity, said) => {
      const { user, shell, state } = await openAsSuperAdmin({ schema_has_tables: false });
      expect(admin().getByText('Tables Missing')).toBeVisible();
      await user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
      server.use(
        answer(createTables, () => {
          state.settings = { ...state.settings, schema_has_tables: true };
          return reply(createTables, { status, message });
        }),
      );
      await user.click(admin().getByRole('button', { name: 'Create Tables' }));
      expect(await admin().findByText('Tables Exist')).toBeVisible();
      expect(shell.notifications).toContainEqual({ severity, message: said });
      expect(screen.getByRole('switch', { name: 'Pediatric practice' })).toBeChecked();
      expect(shell.unsaved).not.toBeNull();
    },
  );

  it('shows its own message when tables cannot be created', async () => {
    const { user, shell } = await openAsSuperAdmin({ schema_has_tables: false });
    server.use(answer(createTables, connectionFailure));
    await user.click(admin().getByRole('button', { name: 'Create Tables' }));
    await waitFor(() =>
      expect(shell.notifications).toContainEqual({ severity: 'error', message: 'Failed to create tables' }),
    );
    expect(admin().getByText('Tables Missing')).toBeVisible();
  });
});
