/** The sentence of every action. An action without one doesn't compile. */
import type { AuditAction } from '../audit/actions.js';
import type { Describe } from './logged-change.js';
import * as access from './sentences/access-sentences.js';
import * as accounts from './sentences/account-sentences.js';
import * as billing from './sentences/billing-sentences.js';
import * as platform from './sentences/console-sentences.js';
import * as hours from './sentences/hours-sentences.js';
import * as practice from './sentences/practice-sentences.js';
import * as settings from './sentences/settings-sentences.js';

export const sentences: Readonly<Record<AuditAction, Describe>> = {
  'settings.save': settings.settingsSave,
  'pms_unit.create': settings.createTables,
  'pms_providers.change': practice.providersChange,

  'weekly_hours.save': hours.weeklyHoursSave,
  'weekly_schedule.add': hours.scheduleAdd,
  'weekly_schedule.delete': hours.scheduleDelete,
  'hours_exception.add': hours.exceptionAdd,
  'hours_exception.change': hours.exceptionChange,
  'hours_exception.delete': hours.exceptionDelete,
  'hours_worked.save': hours.hoursWorkedSave,
  'hours_worked.recalculate': hours.hoursWorkedRecalculate,

  'entitlements.change': access.entitlementsChange,
  'entitlements.restore': access.entitlementsRestore,
  'feature_flags.change': access.flagsChange,

  'subscription.start': billing.subscriptionStart,
  'subscription.add_items': billing.itemsAdd,
  'subscription.remove_item': billing.itemRemove,
  'subscription.undo_removal': billing.itemKeep,
  'subscription.switch_plan': billing.planSwitch,
  'subscription.cancel': billing.subscriptionCancel,
  'subscription.past_due': billing.subscriptionPastDue,
  'subscription.unpaid': billing.subscriptionUnpaid,
  'subscription.recover': billing.subscriptionRecover,
  'subscription.end': billing.subscriptionEnd,
  'trial.start': billing.trialStart,
  'trial.cancel': billing.trialCancel,
  'trial.end': billing.trialEnd,
  'item.assign': billing.seatAssign,
  'item.unassign': billing.seatUnassign,
  'customer.create': billing.customerCreate,
  'card.add': billing.cardAdd,
  'card.default': billing.cardDefault,
  'card.remove': billing.cardRemove,
  'invoice.pay': billing.invoicePay,

  'members.add': practice.memberAdd,
  'members.update': practice.memberUpdate,
  'members.remove': practice.memberRemove,
  'membership.copy': practice.membersCopy,

  'phone_number.move': practice.phoneMove,
  'phone_number.move_failed': practice.phoneMoveFailed,
  'phone_number.move_unknown': practice.phoneMoveUnknown,

  'sync.command': practice.syncCommand,
  'agent_token.issue': practice.agentTokenIssue,
  'agent_token.refuse': practice.agentTokenRefuse,
  'agent_token.revoke': practice.agentTokenRevoke,
  'agent_token.rotate': practice.agentTokenRotate,

  'practice.read': practice.practiceRead,

  'practice.add': practice.practiceAdd,
  'clinic_practices.start': practice.clinicPracticesStart,
  'clinic_practice.create': practice.clinicPracticeCreate,

  'bulk_change.start': platform.bulkStart,
  'bulk_change.stop': platform.bulkStop,
  'bulk_change.resume': platform.bulkResume,
  'bulk_change.retry': platform.bulkRetry,

  'module.grant': platform.moduleGrant,
  'module.publish': platform.modulePublish,
  'module.promote': platform.modulePromote,
  'module.rollback': platform.moduleRollback,
  'module.canary': platform.moduleCanary,
  'module.withdraw': platform.moduleWithdraw,
  'module.override': platform.moduleOverride,
  'module.prune': platform.modulePrune,
  'module.service_grant': platform.serviceGrant,
  'module.service_revoke': platform.serviceRevoke,
  'module_service.send': platform.serviceSend,
  'module_service.outcome': platform.serviceOutcome,
  'deploy_token.issue': platform.deployTokenIssue,
  'deploy_token.refuse': platform.deployTokenRefuse,
  'deploy_token.revoke': platform.deployTokenRevoke,
  'deploy_token.rotate': platform.deployTokenRotate,
  'service_key.rotate': platform.serviceKeyRotate,
  'service_key.replace': platform.serviceKeyReplace,

  'account_link.create': accounts.linkCreate,
  'account_link.use': accounts.linkUse,
  'audit.expire': platform.auditExpire,
  'audit.export': platform.auditExport,
  'person.add': platform.personAdd,
  'person.link': platform.personLink,
  'person.password': platform.personPassword,
  'person.flags': platform.personFlags,
  'person.update': platform.personUpdate,
  'person.deactivate': platform.personDeactivate,
  'person.reactivate': platform.personReactivate,
  'scim.refuse': platform.scimRefuse,
  'scim_token.issue': platform.scimTokenIssue,
  'scim_token.refuse': platform.scimTokenRefuse,
  'scim_token.revoke': platform.scimTokenRevoke,
  'scim_token.rotate': platform.scimTokenRotate,
  'session.start': accounts.sessionStart,
  'session.sign_out': accounts.signOut,
  'session.end': platform.sessionEnd,
  'logout_token.refuse': accounts.logoutTokenRefuse,
  'sign_in.refuse': accounts.signInRefuse,
  'second_factor.add': accounts.secondFactorAdd,
  'second_factor.remove': accounts.secondFactorRemove,
  'second_factor.refuse': accounts.secondFactorRefuse,
  'second_factor.reset': accounts.secondFactorReset,
  'passkey.rename': accounts.passkeyRename,
  'recovery_codes.create': accounts.recoveryCodesCreate,
  'recovery_code.use': accounts.recoveryCodeUse,
};
