/** What staff read of a practice, by the area of the call's path, as the activity names it. */
export const readAreas: Readonly<Record<string, string>> = {
  activity: 'activity',
  'activity-actors': 'activity',
  'admin-billing': 'subscriptions',
  features: 'features',
  members: 'members',
  modules: 'pages of other teams',
  'phone-numbers': 'phone numbers',
  'practice-features': 'subscriptions',
  practice_users: 'members',
  'product-change-history': 'product history',
  'provider-hours': 'hours',
  'provider-hours-worked': 'hours worked',
  settings: 'settings',
  stripe: 'customers and payments',
  'support-accesses': 'activity',
  'stripe-plan-trials': 'subscriptions',
};
