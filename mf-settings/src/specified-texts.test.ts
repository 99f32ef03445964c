/** Texts that the specification quotes (settings and hours; billing, 2). They are frozen; all others can change. */
import { expect, it } from '@jest/globals';
import { textsOf } from 'shared-ui/testing';
import { messages } from './messages';

const texts = textsOf(messages);

it.each([
  // Billing, 2
  'Override "No" in practice management',
  // 2.1
  'PMS Documentation',
  'Check Status',
  // 4.1
  'Saved successfully!',
  'Make sure you have verified these settings with at least 1 senior team member.',
  'Tables Exist',
  'Tables Missing',
  'Polling stopped after 2 minutes.',
  // 6
  'Make Next Update a Full Update',
  'Request Data Update Now',
  'Unblock PMS Update',
  // 8.1
  'Settings saved successfully',
  'Advanced clinic settings updated successfully',
  'Failed to fetch practice settings',
  'Failed to save settings',
  'Failed to update advanced clinic settings',
  'Failed to create clinic practices',
  'All clinic practices created successfully!',
  'Failed to check status',
  'Tables created successfully',
  'Tables already exist',
  'Failed to create tables',
  'Sync status refreshed',
  'Failed to fetch sync status',
  'PMS sync requested successfully',
  'Failed to request PMS sync',
  'Full PMS update requested successfully',
  'Failed to request full PMS update',
  'Database service restart requested successfully',
  'Phone service restart requested successfully',
  'Failed to restart Database service',
  'Failed to restart Phone service',
  'PMS update unblocked successfully',
  'Failed to unblock PMS update',
])('keeps "%s"', (text) => {
  expect(texts).toContain(text);
});

it('keeps the texts with parameters', () => {
  expect(messages.settings.saving.error('Gone')).toBe('Error: Gone');
  expect(messages.clinics.confirm.started(2)).toBe('Started creation of 2 clinic practice(s)');
});
