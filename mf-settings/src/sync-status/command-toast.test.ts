import { describe, expect, it } from '@jest/globals';
import { commandToast } from './command-toast';

describe.each([
  ['sync_now', 'PMS sync requested successfully', 'Failed to request PMS sync'],
  ['full_update', 'Full PMS update requested successfully', 'Failed to request full PMS update'],
  ['restart_database_service', 'Database service restart requested successfully', 'Failed to restart Database service'],
  ['restart_phone_service', 'Phone service restart requested successfully', 'Failed to restart Phone service'],
  ['unblock', 'PMS update unblocked successfully', 'Failed to unblock PMS update'],
] as const)('commandToast of %s', (command, done, failed) => {
  it.each([
    ['the default message', 'success', '', 'success', done],
    ['the message of the server', 'success', 'On it', 'success', 'On it'],
    ['that it is already running', 'info', 'Already running', 'info', 'Already running'],
  ] as const)('shows %s', (_, status, message, severity, shown) => {
    expect(commandToast(command, { data: { status, message } })).toEqual({ severity, message: shown });
  });

  it.each([
    ['why it failed', { status: 403, code: 'forbidden', message: 'Not yours' }, 'Not yours'],
    ['that it failed', { status: 0, code: 'no_answer', message: 'The server didn’t answer.' }, failed],
  ])('shows %s', (_, error, message) => {
    expect(commandToast(command, { error })).toEqual({ severity: 'error', message });
  });
});
