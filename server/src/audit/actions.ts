import type { ActivityArea } from 'shared-api/contracts/activity';

/**
 * Every action that the audit log records, with its area. An action that is missing here doesn't compile, and neither does
 * one without a sentence (activity/sentences.ts).
 */
export const areaOfAction = {
  'settings.save': 'settings',
  'pms_unit.create': 'sync',
  'pms_providers.change': 'sync',

  'weekly_hours.save': 'hours',
  'weekly_schedule.add': 'hours',
  'weekly_schedule.delete': 'hours',
  'hours_exception.add': 'hours',
  'hours_exception.change': 'hours',
  'hours_exception.delete': 'hours',
  'hours_worked.save': 'hours',
  'hours_worked.recalculate': 'hours',

  'entitlements.change': 'access',
  'entitlements.restore': 'access',
  'feature_flags.change': 'access',

  'subscription.start': 'billing',
  'subscription.add_items': 'billing',
  'subscription.remove_item': 'billing',
  'subscription.undo_removal': 'billing',
  'subscription.switch_plan': 'billing',
  'subscription.cancel': 'billing',
  'subscription.past_due': 'billing',
  'subscription.unpaid': 'billing',
  'subscription.recover': 'billing',
  'subscription.end': 'billing',
  'trial.start': 'billing',
  'trial.cancel': 'billing',
  'trial.end': 'billing',
  'item.assign': 'billing',
  'item.unassign': 'billing',
  'customer.create': 'billing',
  'card.add': 'billing',
  'card.default': 'billing',
  'card.remove': 'billing',
  'invoice.pay': 'billing',

  'members.add': 'members',
  'members.update': 'members',
  'members.remove': 'members',
  'membership.copy': 'members',

  'phone_number.move': 'phone',
  'phone_number.move_failed': 'phone',
  'phone_number.move_unknown': 'phone',

  'sync.command': 'sync',
  'agent_token.issue': 'sync',
  'agent_token.revoke': 'sync',

  'practice.add': 'practices',
  'clinic_practices.start': 'practices',
  'clinic_practice.create': 'practices',

  'bulk_change.start': 'bulk',
  'bulk_change.stop': 'bulk',
  'bulk_change.resume': 'bulk',
  'bulk_change.retry': 'bulk',

  'module.grant': 'modules',
  'module.publish': 'modules',
  'module.promote': 'modules',
  'module.rollback': 'modules',
  'module.canary': 'modules',
  'module.withdraw': 'modules',
  'module.override': 'modules',
  'module.prune': 'modules',
  'module.service_grant': 'modules',
  'module.service_revoke': 'modules',
  'module_service.send': 'modules',
  'module_service.outcome': 'modules',
  'deploy_token.issue': 'modules',
  'deploy_token.revoke': 'modules',
  'service_key.rotate': 'modules',
  'service_key.replace': 'modules',

  'audit.export': 'accounts',
  'person.add': 'accounts',
  'person.link': 'accounts',
  'person.password': 'accounts',
  'person.flags': 'accounts',
  'session.start': 'accounts',
  'session.sign_out': 'accounts',
  'session.end': 'accounts',
  'sign_in.refuse': 'accounts',
  'second_factor.add': 'accounts',
  'second_factor.remove': 'accounts',
  'second_factor.refuse': 'accounts',
  'second_factor.reset': 'accounts',
  'passkey.rename': 'accounts',
  'recovery_codes.create': 'accounts',
  'recovery_code.use': 'accounts',
} as const satisfies Record<string, ActivityArea>;

export type AuditAction = keyof typeof areaOfAction;
