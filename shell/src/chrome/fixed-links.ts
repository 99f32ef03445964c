/** A shortcut to a settings page, stored as a pair of tabs (specification: settings and hours, 2.4 and 3.7). */
export interface QuickLink {
  vertical: string;
  horizontal: string;
  name: string;
}

/** The links that everyone has. */
export const fixedLinks: readonly QuickLink[] = [
  { name: 'User Roles & Permissions', vertical: 'office', horizontal: 'role-definitions' },
  { name: 'User Accounts', vertical: 'office', horizontal: 'user-accounts' },
  { name: 'SMS & Email Templates', vertical: 'communication', horizontal: 'sms-templates' },
  { name: 'Office & Provider Hours', vertical: 'practice', horizontal: 'provider-hours' },
  { name: 'Patient Portal Settings', vertical: 'patient-portal', horizontal: 'settings' },
  { name: 'Billing & Payment Methods', vertical: 'subscriptions', horizontal: 'payment-methods' },
  { name: 'Voicemail Drop Campaigns', vertical: 'voice', horizontal: 'voicemail-campaigns' },
  { name: 'Settings', vertical: 'communication', horizontal: 'settings' },
];
