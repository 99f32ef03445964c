/** Does everything that the audit log records, through the real services, and reads the sentences. */
import { beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, HoursException, Subscription, WeeklyHoursRecord } from 'shared-api/contracts';
import { Secret } from 'otpauth';
import type { ActivityItem } from 'shared-api/contracts/activity';
import type { listApprovals } from 'shared-api/contracts/approvals';
import type { readSupportAccess } from 'shared-api/contracts/support-access';
import { createLink, SHOWN_LINK_MS, useLink } from '../accounts/account-links.js';
import {
  confirmTotp,
  createRecoveryCodes,
  removeTotp,
  resetSecondFactors,
  startTotp,
  typedFactor,
  verifyFactor,
} from '../accounts/second-factors-service.js';
import { listPasskeys } from '../accounts/passkeys-repository.js';
import { addPasskey, renamePasskey, startPasskey } from '../accounts/passkeys-service.js';
import { softwareAuthenticator } from '../accounts/testing/software-authenticator.js';
import { totpCode } from '../accounts/totp.js';
import { issueAgentToken, revokeAgentToken, rotateAgentToken, useAgentToken } from '../agents/agent-tokens.js';
import { startSync, storeBatch } from '../agents/sync-service.js';
import { expireApprovals } from '../approvals/expire-approvals.js';
import { type AuditAction, areaOfAction } from '../audit/actions.js';
import { personActor } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { expireEntries } from '../audit/expire-entries.js';
import { providerActor } from '../billing/mirror/provider-changes.js';
import { refreshSubscription } from '../billing/mirror/refresh.js';
import { PRACTICE_KEY } from '../billing/mirror/snapshots.js';
import { addMember, inviteAgain } from '../members/invitations.js';
import { deactivateMember, reactivateMember, removeMember, updateMember } from '../members/members-service.js';
import { inTransaction } from '../database/transaction.js';
import { rotateNow } from '../module-services/signing-keys.js';
import { defaultServiceGrant, grantService, revokeService } from '../module-services/service-grants.js';
import { json, startTeamService } from '../module-services/testing/team-service.js';
import { findDeployToken, revokeDeployToken, rotateDeployToken } from '../modules/deploy-tokens.js';
import { pruneModules } from '../modules/prune.js';
import { addPerson, endSessions, personByEmail, setFlags, setPassword } from '../people/people-service.js';
import { setVoiceAccount } from '../phone-numbers/phone-moves-repository.js';
import { upsertProviders } from '../pms/pms-units.js';
import { linkLocalAccount } from '../sessions/oidc-people.js';
import { issueScimToken, revokeScimToken, rotateScimToken, useScimToken } from '../scim/scim-tokens.js';
import { recordRefusedLogout } from '../sessions/provider-logouts.js';
import { createTables } from '../settings/settings-service.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { recordExpiry } from '../support-access/expiry-job.js';
import { billingActions } from '../testing/billing-actions.js';
import { type BillingServer, billingServer } from '../testing/billing-server.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { describeWithDatabase } from '../testing/engines.js';
import { createTeam } from '../testing/module-team.js';
import {
  anonymousCaller,
  type Caller,
  createTestPerson,
  createTestPractice,
  quickCost,
  runJobs,
  signedIn,
  testAudit,
} from '../testing/test-server.js';
import { SANDBOX_ORG_ACCOUNT } from '../twilio/voice-provider.js';
import { readPage, textOfItem, textsOfChanges } from './testing/activity-reader.js';

/** A sentence of each action, without its actor. */
const expected: Record<AuditAction, string> = {
  'settings.save': 'changed Pediatric practice from Off to On',
  'pms_unit.create': 'created the database tables for synced data',
  'pms_providers.change': 'added provider Noah Walsh',

  'weekly_hours.save': 'changed Friday’s office hours from closed to 8:00–5:00',
  'weekly_schedule.add': 'planned a schedule that starts on Dec 7, 2026',
  'weekly_schedule.delete': 'deleted the schedule that would have started on Dec 7, 2026',
  'hours_exception.add': 'added time off of Elena Duarte: Dec 1, 2026 to Dec 3, 2026 (Course)',
  'hours_exception.change':
    'changed time off of Elena Duarte from Dec 1, 2026 to Dec 3, 2026 (Course) to Dec 1, 2026 (Course)',
  'hours_exception.delete': 'deleted time off of Elena Duarte: Dec 1, 2026 (Course)',
  'hours_worked.save': 'changed Elena Duarte, Nov 23, 2026, hours worked from as calculated to 4.5 h',
  'hours_worked.recalculate': 'recalculated the provider hours worked',

  'entitlements.change': 'added Data Export',
  'entitlements.restore': 'restored Call Log, which had been removed manually',
  'feature_flags.change': 'turned on Beta reports',

  'subscription.start': 'started Phones $179.00 a month',
  'subscription.add_items': 'added Call Recording $29.00 a month in Phones',
  'subscription.remove_item': 'set Call Recording in Phones to end with the paid period',
  'subscription.undo_removal': 'kept Call Recording in Phones, which was set to end',
  'subscription.switch_plan': 'switched the plan from Phones to Phones',
  'subscription.cancel': 'canceled Phones',
  'subscription.past_due': 'couldn’t collect the payment for Core, so it’s past due',
  'subscription.unpaid': 'stopped trying to collect the payment for Core, so its features are off until it’s paid',
  'subscription.recover': 'received the overdue payment for Core, so it’s active again',
  'subscription.end': 'ended Core because its payment stayed past due',
  'trial.start': 'started a trial of Practice Analytics',
  'trial.cancel': 'canceled the trial of Practice Analytics',
  'trial.end': 'ended the trial of Practice Analytics and started its paid subscription',
  'item.assign': 'gave the practice a seat on Phones',
  'item.unassign': 'took the practice’s seat on Core and its features',
  'customer.create': 'created the billing customer Olivia Owner',
  'card.add': 'added Visa ending 4242',
  'card.default': 'made Mastercard ending 4444 the default card',
  'card.remove': 'removed Visa ending 4242',
  'invoice.pay': 'paid $199.00 for invoice NUMBER',

  'members.add': 'added Mia Member as Staff',
  'members.update': 'changed the role of Mia Member from Staff to Manager',
  'members.remove': 'removed Mia Member (Manager)',
  'members.invite': 'invited Ina Invited as Manager',
  'members.invite_again': 'invited Ina Invited again',
  'members.withdraw': 'withdrew the invitation of Willa Withdrawn (Manager)',
  'members.join': 'joined as Manager',
  'members.deactivate': 'deactivated Mia Member (Manager)',
  'members.reactivate': 'reactivated Mia Member as Manager',
  'membership.copy': 'took over 2 members from Bright Smiles',

  'phone_number.move': 'moved (312) 555-0142 from the practice’s account to the organization’s account',
  'phone_number.move_failed':
    'couldn’t move (312) 555-0143 from the practice’s account to the organization’s account: MESSAGE',
  'phone_number.move_unknown':
    'started to move (312) 555-0144 from the practice’s account to the organization’s account. The voice provider didn’t say whether it arrived',

  'sync.command': 'requested a sync now',
  'agent_token.issue': 'issued the sync agent’s token Front desk',
  'agent_token.refuse': 'was refused with the expired token Front desk',
  'agent_token.rotate': 'replaced the sync agent’s token Front desk',
  'agent_token.revoke': 'revoked the sync agent’s token Front desk',

  'practice.read': 'viewed hours',
  'support_access.open': 'opened the practice for 4 hours: Ticket 812, the invoices look wrong',
  'support_access.end': 'ended their support access',
  'support_access.expire': 'ended the support access of Ada after 1 hour',

  'practice.add': 'added the practice Bright Smiles',
  'clinic_practices.start': 'began to create practices of the clinics West',
  'clinic_practice.create': 'created the practice West from a clinic of this one',

  'bulk_change.start': 'added Data Export to 201 practices',
  'bulk_change.stop': 'stopped the bulk change: adding Data Export to 201 practices',
  'bulk_change.resume': 'resumed the bulk change: adding Data Export to 201 practices',
  'bulk_change.retry': 'retried the failed practices of the bulk change: adding Data Export to 201 practices',

  'module.grant': 'granted the pages of the module TEAM',
  'module.publish': 'published 1.0.0 of the module TEAM',
  'module.promote': 'promoted the module TEAM from no version to 1.0.0',
  'module.rollback': 'rolled back the module TEAM from 1.1.0 to 1.0.0',
  'module.canary': 'gave version 1.1.0 of the module TEAM first to 10% of people',
  'module.withdraw': 'withdrew the canary of the module TEAM',
  'module.override': 'loaded the module TEAM from http://localhost:8181/remoteEntry.js in one session',
  'module.prune': 'deleted the files of 1.1.0 of the module TEAM',
  'module.service_grant': 'granted the service of the module TEAM',
  'module.service_revoke': 'revoked the service of the module TEAM',
  'module_service.send': 'sent a change to the service of the module TEAM',
  'module_service.outcome': 'got the confirmation of a change from the service of the module TEAM',
  'deploy_token.issue': 'issued the deploy token CI for the module TEAM',
  'deploy_token.refuse': 'was refused with the expired deploy token CI for the module TEAM',
  'deploy_token.rotate': 'replaced the deploy token CI for the module TEAM',
  'deploy_token.revoke': 'revoked the deploy token CI for the module TEAM',
  'service_key.rotate': 'created the next signing key of services',
  'service_key.replace': 'replaced the signing key of services at once',

  'approval.request': 'asked for approval: Add Data Export to 2 practices',
  'approval.approve': 'approved: Add Data Export to 2 practices',
  'approval.decline': 'declined: Remove Data Export from 2 practices',
  'approval.refuse': 'was refused the approval of their own request: Add Data Export to 2 practices',
  'approval.expire': 'ended a request that nobody decided about in time: Remove Data Export from 2 practices',

  'account_link.refuse': 'was refused with a used link',
  'account_link.create': 'created a link to a new password for Nora New',
  'account_link.use': 'set a new password with a link',
  'audit.expire': 'deleted 1 entry of the audit log from before Dec 1, 2020',
  'audit.export': 'exported the audit log from Nov 1, 2026 up to Dec 1, 2026',
  'person.add': 'added an account for Nora New',
  'person.link': 'linked the account of Nora New to an identity provider',
  'person.password': 'set a new password for Nora New',
  'person.flags': 'changed the flags of Nora New',
  'person.update': 'changed the account of Nora New',
  'person.deactivate': 'deactivated the account of Nora New and ended 1 session',
  'person.reactivate': 'reactivated the account of Nora New',
  'scim.refuse': 'sent a provisioning request that was refused: it doesn’t follow the standard',
  'scim_token.issue': 'issued the provisioning token Clinic ID',
  'scim_token.refuse': 'was refused with the expired provisioning token Clinic ID',
  'scim_token.revoke': 'revoked the provisioning token Clinic ID',
  'scim_token.rotate': 'replaced the provisioning token Clinic ID',
  'session.start': 'signed in with a password (Firefox on Linux, 127.0.0.1)',
  'session.sign_out': 'signed out (Firefox on Linux, 127.0.0.1)',
  'session.end': 'signed out Nora New (1 session)',
  'logout_token.refuse': 'was refused with a message to sign somebody out: it can’t be read (127.0.0.1)',
  'sign_in.refuse': 'was refused a sign-in with a wrong password (Firefox on Linux, 127.0.0.1)',
  'second_factor.add': 'set up an authenticator app as a second factor',
  'second_factor.remove': 'removed an authenticator app as a second factor',
  'second_factor.refuse': 'was refused with a used code of an authenticator app',
  'second_factor.reset': 'removed all second factors of Nora New',
  'passkey.rename': 'renamed the passkey “Desk” to Front desk',
  'recovery_codes.create': 'created new recovery codes',
  'recovery_code.use': 'signed in with a recovery code (9 codes left)',
};

/** Internal names, ids, secrets, addresses and JSON, which no sentence may contain. */
const forbidden =
  /\b(?:sub|si|price|cus|pm|seti|in|prod|sub_sched)_\w+|\b(?:AC|PN)[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-|[a-z]+_[a-z]+|[{}[\]]|@|undefined|null|NaN/;

describeWithDatabase('the sentence of every action', (database) => {
  let stripe: FakeStripe;
  let server: BillingServer;
  let admin: Caller;
  let practiceId: number;
  let owner: Caller;
  let teamName = '';
  const cleanUp = cleanUpAfterAll();
  /** All sentences, by action. */
  const found = new Map<string, { item: ActivityItem; text: string }[]>();

  const call = async (caller: Caller, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
    // Each call is at a later time.
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    const answer = await server.call(caller, method, url, body);
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer;
  };
  const ofPractice = (path: string, id = practiceId) => `/api/${id}/${path}`;

  const doSettingsAndHours = async () => {
    await call(owner, 'POST', ofPractice('settings/update_practice_settings/'), { is_pediatric: true });
    await createTables(server.db, practiceId, testAudit());
    await upsertProviders(server.db, practiceId, [{ provider_id: 11, first_name: 'Elena', last_name: 'Duarte' }]);
    await doSync();
    const list = async () =>
      (await call(owner, 'GET', ofPractice('provider-hours/'))).json<{ message: WeeklyHoursRecord[] }>().message;
    const hours = (await list()).map((row) =>
      row.provider_id === 0 ? { ...row, fri_beg: '8:00 AM', fri_end: '5:00 PM' } : row,
    );
    await call(owner, 'POST', ofPractice('provider-hours/bulk_update/'), hours);
    await call(owner, 'POST', ofPractice('provider-hours/schedules/'), {
      valid_from: '2026-12-07',
      records: await list(),
    });
    await call(owner, 'DELETE', ofPractice('provider-hours/schedules/2026-12-07/'));
    const exceptions = ofPractice('provider-hours/exceptions/');
    const timeOff = {
      provider_id: 11,
      start_date: '2026-12-01',
      end_date: '2026-12-03',
      kind: 'time_off',
      note: 'Course',
    };
    const { exception_id: id } = (await call(owner, 'POST', exceptions, timeOff)).json<HoursException>();
    await call(owner, 'PUT', `${exceptions}${id}/`, { ...timeOff, end_date: '2026-12-01' });
    await call(owner, 'DELETE', `${exceptions}${id}/`);
    await call(owner, 'POST', ofPractice('provider-hours-worked/'), {
      11: { '2026-11-23': { employee_id: 11, date: '2026-11-23', worked_hours: 16_200 } },
    });
    await call(owner, 'POST', ofPractice('provider-hours-worked/recalculate/'), { full_update: true });
    await runJobs(server);
  };

  /** A batch of an agent with a new provider. */
  const doSync = async () => {
    const { now } = server.clock;
    const sync = { sync_id: 'a' };
    await startSync(server.db, practiceId, { type: 'sync_begin', ...sync, command_id: null, mode: 'changes' }, now);
    const rows = [{ provider_id: 12, first_name: 'Noah', last_name: 'Walsh' }];
    const batch = { type: 'batch', ...sync, number: 1, content: { entity: 'providers', rows } } as const;
    await storeBatch(server.db, practiceId, batch, now);
  };

  const doAccess = async () => {
    const url = ofPractice('features/update_practice_features/');
    await call(admin, 'PUT', url, { bundles: [], product_features: ['data_export'] });
    await call(admin, 'PUT', url, { bundles: [], product_features: ['data_export', 'call_log'] });
    await call(admin, 'PUT', ofPractice('features/update_practice_feature_flags/'), { features: ['beta_reports'] });
  };

  const doBilling = async () => {
    const actions = billingActions(
      () => server,
      () => stripe,
    );
    const clinic = await server.aClinic();
    const post = (subscription: string, action: string, body: unknown, caller = clinic.caller) =>
      call(caller, 'POST', `/api/${clinic.practiceId}/practice-features/${subscription}/${action}/`, body);
    const { id }: Subscription = await actions.start(clinic, 'phones_monthly');
    await post(id, 'add-subscription-items', { optional_features: [actions.recording()] });
    const recordingItem = async () => {
      const { data } = (await server.stripe.subscriptions.retrieve(id)).items;
      return data.find(({ price }) => price.id === server.price('call_recording:month'))?.id;
    };
    await post(id, 'remove-subscription-item', { subscription_item_id: await recordingItem() });
    await post(id, 'undo-item-removal', { subscription_item_id: await recordingItem() });
    await post(id, 'switch-plan', { plan_id: server.price('phones_yearly') });
    await call(admin, 'PUT', `/api/${clinic.practiceId}/features/update_practice_features/`, {
      bundles: ['phones'],
      product_features: ['call_recording'],
    });
    await call(admin, 'POST', `/api/${clinic.practiceId}/practice-features/restore/`, {
      items: [{ kind: 'feature', name: 'call_log' }],
    });
    const plan = server.price('analytics_monthly');
    await post(plan, 'start-trial', { customer_id: clinic.customer, consent_given: true });
    const trial = await actions.plan(clinic, 'analytics_monthly');
    await post(plan, 'cancel-trial', { trial_id: trial?.active_trial?.id });
    await post(id, 'cancel-subscription', { subscription_id: id }, admin);
    await doSeats();
    await doCards();
  };

  const doSeats = async () => {
    const id = await createTestPractice(server.db);
    const customer = await server.stripe.customers.create({ name: 'Group' });
    const method = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const subscription = await server.stripe.subscriptions.create({
      customer: customer.id,
      default_payment_method: method.id,
      items: [{ price: server.price('core_monthly'), quantity: 2 }],
    });
    const [item] = subscription.items.data;
    await call(admin, 'POST', `/api/${id}/admin-billing/save_subscriptions/`, {
      customers: [customer.id],
      subscription_items: [item?.id],
    });
    await call(admin, 'POST', `/api/${id}/admin-billing/remove_subscription/`, {
      subscription_item_id: item?.id,
      deactivate_features: true,
    });
  };

  const doCards = async () => {
    const ownerOfMoney = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
    const caller = await signedIn(server, ownerOfMoney);
    const { customer } = (
      await call(caller, 'POST', '/api/stripe/create_customer/', {
        email: 'owner@bright.example',
        first_name: 'Olivia',
        last_name: 'Owner',
        practice_id: practiceId,
        user_id: ownerOfMoney.id,
      })
    ).json<{ customer: { id: string } }>();
    const url = (step: string) => `/api/stripe/${customer.id}/${step}/`;
    const add = async (card: string) => {
      const intent = await server.stripe.setupIntents.create({ customer: customer.id });
      await server.stripe.setupIntents.confirm(intent.id, { payment_method: card });
      await call(caller, 'POST', url('confirm_payment_method'), {
        setup_intent_id: intent.id,
        make_default: false,
        retry_open_invoices: false,
      });
    };
    await add('pm_card_visa');
    await add('pm_card_mastercard');
    const cards = (await server.stripe.customers.listPaymentMethods(customer.id)).data;
    const cardOf = (brand: string) => cards.find(({ card }) => card?.brand === brand)?.id;
    await call(caller, 'POST', url('set_default_payment_method'), { payment_method_id: cardOf('mastercard') });
    await call(caller, 'POST', url('delete_payment_method'), { payment_method_id: cardOf('visa') });
    const declined = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    await server.stripe.subscriptions.create({
      customer: customer.id,
      default_payment_method: declined.id,
      items: [{ price: server.price('core_monthly') }],
    });
    const [invoice] = (await server.stripe.invoices.list({ customer: customer.id, status: 'open' })).data;
    await call(caller, 'POST', url('pay_open_invoices'), { invoice_ids: [invoice?.id] });
  };

  /** Payments fail and arrive, a trial and a subscription end, each found out as after a webhook. */
  const doProvider = async () => {
    const actions = billingActions(
      () => server,
      () => stripe,
    );
    const [paying, trying] = [await server.aClinic(), await server.aClinic()];
    const { id } = await server.stripe.subscriptions.create({
      customer: paying.customer,
      items: [{ price: server.price('core_monthly') }],
      metadata: { [PRACTICE_KEY]: String(paying.practiceId) },
    });
    const plan = server.price('analytics_monthly');
    await call(trying.caller, 'POST', `/api/${trying.practiceId}/practice-features/${plan}/start-trial/`, {
      customer_id: trying.customer,
      consent_given: true,
    });
    const [trial] = await actions.subscriptionsOf(trying);
    const hear = async (subscriptionId: string) => {
      const context = { actor: providerActor, now: server.clock.now };
      await refreshSubscription({ db: server.db, stripe: server.stripe }, subscriptionId, context);
    };
    await hear(id);
    const declined = await server.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: paying.customer,
    });
    await server.stripe.customers.update(paying.customer, {
      invoice_settings: { default_payment_method: declined.id },
    });
    await stripe.advance(31.5);
    await hear(id);
    await hear(trial?.id ?? '');
    const [open] = (await server.stripe.invoices.list({ customer: paying.customer, status: 'open' })).data;
    const card = await server.stripe.paymentMethods.attach('pm_card_visa', { customer: paying.customer });
    await server.stripe.invoices.pay(open?.id ?? '', { payment_method: card.id });
    await hear(id);
    await stripe.advance(50);
    await hear(id);
    await server.stripe.subscriptions.cancel(id);
    await hear(id);
  };

  const doSupportAccess = async () => {
    server.config.staffAccessReason = true;
    const url = ofPractice('support-access/');
    await call(admin, 'POST', url, { reason: 'Ticket 812, the invoices look wrong', hours: 4 });
    const { access } = (await call(admin, 'GET', url)).json<AnswerOf<typeof readSupportAccess>>();
    await call(admin, 'DELETE', ofPractice(`support-accesses/${access?.id}/`));
    await call(admin, 'POST', url, { reason: 'Ticket 813, the hours look wrong', hours: 1 });
    const personId = access?.person.id ?? '';
    const over = new Date(server.clock.now.getTime() + 3_600_000);
    await inTransaction(server.db, (transaction) => recordExpiry(transaction, { personId, practiceId }, over));
    server.config.staffAccessReason = false;
  };

  const doMembers = async () => {
    const person = await createTestPerson(server.db, { name: 'Mia Member' });
    const context = { ...testAudit(), config: { mail: undefined, localAccounts: true }, managesMembers: () => true };
    await addMember(server.db, practiceId, { email: person.email, role: 'staff', rights: null }, context);
    await updateMember(server.db, practiceId, person.id, { role: 'manager', rights: null }, testAudit());
    await deactivateMember(server.db, practiceId, person.id, testAudit());
    await reactivateMember(server.db, practiceId, person.id, testAudit());
    await removeMember(server.db, practiceId, person.id, testAudit());
    const invite = (email: string, name: string) =>
      addMember(server.db, practiceId, { email, name, role: 'manager', rights: null }, context);
    await invite('ina@test.example', 'Ina Invited');
    const invited = await personByEmail(server.db, 'ina@test.example');
    const { link_path: link } = await inviteAgain(server.db, practiceId, invited.id, context);
    const token = link?.split('#')[1] ?? '';
    const accept = () =>
      call(anonymousCaller, 'POST', '/api/session/account-link/use/', { token, password: newPassword });
    const newPassword = 'violet harbour tractor';
    await accept();
    await server.call(anonymousCaller, 'POST', '/api/session/account-link/', { token });
    await removeMember(server.db, practiceId, invited.id, testAudit());
    await invite('willa@test.example', 'Willa Withdrawn');
    await removeMember(server.db, practiceId, (await personByEmail(server.db, 'willa@test.example')).id, testAudit());
  };

  const doPhones = async () => {
    const account = `AC${'a'.repeat(32)}`;
    const numbers = ['0142', '0143', '0144'].map((end, index) => ({
      sid: `PN${String(index).repeat(32)}`,
      phone_number: `+1312555${end}`,
    }));
    await stripe.control('twilio/seed', {
      accounts: [
        { sid: SANDBOX_ORG_ACCOUNT, friendly_name: 'Organization' },
        { sid: account, friendly_name: 'Bright', numbers },
      ],
    });
    await setVoiceAccount(server.db, practiceId, account);
    const move = async ({ sid, phone_number: number }: { sid: string; phone_number: string }) => {
      server.clock.now = new Date(server.clock.now.getTime() + 1000);
      await server.call(admin, 'POST', ofPractice('phone-numbers/transfer/'), {
        phone_number: number,
        phone_number_sid: sid,
        origin_account_sid: account,
        destination_account_sid: SANDBOX_ORG_ACCOUNT,
      });
    };
    const [first, second, third] = numbers;
    if (!first || !second || !third) throw new Error('There are three numbers');
    await move(first);
    await stripe.control('twilio/faults', [{ on: 'POST ', kind: 'error', times: 1 }]);
    await move(second);
    await stripe.control('twilio/faults', []);
    await stripe.control('twilio/faults', [
      { on: `GET /2010-04-01/Accounts/${SANDBOX_ORG_ACCOUNT}/`, kind: 'error', times: 9 },
    ]);
    await move(third);
    await stripe.control('twilio/faults', []);
  };

  const inAMinute = () => new Date(Date.now() + 60_000);

  const doSyncAndClinics = async () => {
    await call(owner, 'POST', ofPractice('settings/pms_sync_now/'));
    const { id } = await issueAgentToken(server.db, { practiceId, name: 'Front desk' }, testAudit());
    const rotation = { overlapHours: 1, expiresAt: inAMinute() };
    const { token } = await rotateAgentToken(server.db, id, rotation, testAudit());
    await useAgentToken(server.db, token, new Date(inAMinute().getTime() + 1000));
    await revokeAgentToken(server.db, id, testAudit());
    await call(admin, 'POST', ofPractice('settings/update_practice_settings/'), { clinicnum: 1 });
    const rest = { address: '', address2: '', city: '', state: '', zip: '' };
    for (const number of [1, 2]) {
      const row = { practice_id: practiceId, clinic_num: number, description: `Clinic ${number}`, ...rest };
      await server.db.insertInto('pms_clinics').values(row).execute();
    }
    await call(admin, 'POST', ofPractice('settings/create_clinic_practices/'), {
      clinics: [{ clinicNum: 2, name: 'West', additionalClinics: [] }],
    });
    await runJobs(server);
  };

  const doBulk = async () => {
    const ids: number[] = [];
    for (let made = 0; made < 201; made += 1) ids.push(await createTestPractice(server.db));
    const send = (practices: number[]) =>
      call(admin, 'POST', '/api/features/bulk_update/', {
        action: 'add',
        type: 'feature',
        items: ['data_export'],
        practice_ids: practices,
      });
    await send(ids.slice(0, 2));
    const { job_id: job } = (await send(ids)).json<{ job_id: string }>();
    await call(admin, 'POST', `/api/features/bulk_update/${job}/stop/`);
    await runJobs(server);
    await call(admin, 'POST', `/api/features/bulk_update/${job}/resume/`);
    await runJobs(server);
    await server.db.updateTable('bulk_changes').set({ state: 'done', failed: 1 }).where('id', '=', job).execute();
    await call(admin, 'POST', `/api/features/bulk_update/${job}/resume/`);
    await runJobs(server);
  };

  const doApprovals = async () => {
    const ids = [await createTestPractice(server.db), await createTestPractice(server.db)];
    const ask = (action: string) =>
      call(admin, 'POST', '/api/features/bulk_update/', {
        action,
        type: 'feature',
        items: ['data_export'],
        practice_ids: ids,
      });
    const colleague = await createTestPerson(server.db, { flags: { super_admin: true } });
    const decide = async (decision: string, caller?: Caller) => {
      const { approvals } = (await call(admin, 'GET', '/api/approvals/')).json<AnswerOf<typeof listApprovals>>();
      const as = caller ?? (await signedIn(server, colleague));
      return server.call(as, 'POST', `/api/approvals/${approvals[0]?.id}/${decision}/`);
    };
    server.config.approvals.bulkOver = 1;
    await ask('add');
    await decide('approve', admin);
    await decide('approve');
    await ask('remove');
    await decide('decline');
    await ask('remove');
    server.config.approvals.bulkOver = undefined;
    await runJobs(server);
    await expireApprovals(server.db, new Date(server.clock.now.getTime() + 25 * 3_600_000));
  };

  const doModules = async () => {
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const team = await createTeam(server);
    teamName = team.name.slice('mf-'.length);
    for (const version of ['1.0.0', '1.1.0']) await team.publish(team.build(version));
    await team.promote('1.0.0');
    await team.canary('1.1.0', 10);
    await team.rollback();
    await team.promote('1.1.0');
    await team.rollback();
    await pruneModules(server.db, testAudit(new Date(Date.now() + 90 * 86_400_000)));
    const service = await startTeamService({ server, url }, team.name);
    cleanUp(() => service.stop());
    service.respond = json({});
    await grantService(
      server.db,
      team.name,
      { ...defaultServiceGrant, base_url: service.url, methods: ['POST'], paths: ['campaigns/'], allow_private: true },
      testAudit(),
    );
    server.clock.now = new Date(server.clock.now.getTime() + 5000);
    await server.call(owner, 'GET', '/api/modules/');
    await call(owner, 'POST', `/api/modules/${team.name}/campaigns/`, {});
    await revokeService(server.db, team.name, testAudit());
    await rotateNow(server.db, { immediately: false }, testAudit());
    await rotateNow(server.db, { immediately: true }, testAudit());
    const tokens = await server.db.selectFrom('deploy_tokens').select('id').where('module', '=', team.name).execute();
    const id = tokens[0]?.id ?? '';
    const rotation = { overlapHours: 1, expiresAt: inAMinute() };
    const { token } = await rotateDeployToken(server.db, id, rotation, testAudit());
    await findDeployToken(server.db, token, new Date(inAMinute().getTime() + 1000));
    await revokeDeployToken(server.db, id, testAudit());
    const developer = await createTestPerson(server.db, { flags: { super_admin: true } });
    const signed = await signedIn(server, developer);
    const override = { module: team.name, entry: 'http://localhost:8181/remoteEntry.js' };
    await call(signed, 'POST', '/api/session/overrides/', override);
    await call(signed, 'DELETE', `/api/session/overrides/${team.name}/`);
  };

  const doAccounts = async () => {
    const { email } = await addPerson(server.db, { email: 'nora@test.example', name: 'Nora New' }, testAudit());
    const person = await server.db
      .selectFrom('people')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await setFlags(server.db, person, { developer: true }, testAudit());
    const token = await createLink(server.db, person, SHOWN_LINK_MS, testAudit());
    await useLink(server.db, { token, password: 'violet harbour tractor' }, new Date(), quickCost);
    await setPassword(server.db, email, 'correct horse battery', testAudit(), quickCost);
    await doSignIns(email);
    await signedIn(server, person);
    await endSessions(server.db, email, testAudit());
    const claims = { issuer: 'https://id.example', subject: 'nora', all: {} };
    await linkLocalAccount(server.db, person, claims, { name: 'ID' } as never, testAudit());
    const provider = { name: 'Clinic ID', issuer: claims.issuer };
    await recordRefusedLogout(server.db, provider, { reason: 'malformed', network: '127.0.0.1' }, new Date());
  };

  const doProvisioning = async () => {
    const person = await personByEmail(server.db, 'nora@test.example');
    const { id, token } = await issueScimToken(server.db, { name: 'Clinic ID' }, testAudit());
    const send = (value: object) =>
      server.app.inject({
        method: 'PATCH',
        url: `/api/scim/v2/Users/${person.id}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        payload: value,
      });
    const change = (value: object) =>
      send({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', value }],
      });
    await change({ externalId: 'nora' });
    await signedIn(server, person);
    await change({ active: false });
    await change({ active: true });
    await send({});
    const rotation = { overlapHours: 1, expiresAt: inAMinute() };
    const next = await rotateScimToken(server.db, id, rotation, testAudit());
    await useScimToken(server.db, next.token, new Date(inAMinute().getTime() + 1000));
    await revokeScimToken(server.db, id, testAudit());
  };

  /** One that is refused, one that succeeds, and its end. */
  const doSignIns = async (email: string) => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };
    const attempt = (password: string) => server.call({ headers }, 'POST', '/api/session/', { email, password });
    await attempt('wrong horse battery');
    const cookie = (await attempt('correct horse battery')).headers['set-cookie'];
    await call({ headers: { ...headers, cookie: String(cookie) } }, 'DELETE', '/api/session/');
  };

  const doExport = async () => {
    const [from, to] = ['2026-11-01', '2026-12-01'].map((date) => Date.parse(date) / 1000);
    await call(admin, 'GET', `/api/audit/export/?from=${from}&to=${to}`);
  };

  const doExpire = async () => {
    const old = { practiceId, ...testAudit(), at: new Date('2020-11-01') };
    await recordAudit(server.db, { ...old, action: 'settings.save', entity: 'practice', entityId: String(practiceId) });
    await expireEntries(server.db, { before: new Date('2020-12-01'), upTo: undefined, limit: 10 }, testAudit());
  };

  const doSecondFactors = async () => {
    const { db, config } = server;
    const person = await personByEmail(db, 'nora@test.example');
    const now = new Date();
    const own = { actor: personActor(person), now };
    const { secret } = await startTotp(db, person, config, now);
    const code = totpCode(Buffer.from(Secret.fromBase32(secret).bytes), now);
    await confirmTotp(db, person, code, config, own);
    await expect(
      verifyFactor(db, person, typedFactor(person, { method: 'totp', code }, config, now), now),
    ).rejects.toThrow('already used');
    const [first = ''] = await createRecoveryCodes(db, person, config, own);
    await verifyFactor(db, person, typedFactor(person, { method: 'recovery_code', code: first }, config, now), now);
    await removeTotp(db, person, config, own);
    const authenticator = softwareAuthenticator();
    const party = { id: 'console.test', origin: 'http://console.test' };
    const answer = authenticator.create(await startPasskey(db, person, party, now), party.origin);
    await addPasskey(db, person, { name: 'Desk', answer }, party, config, own);
    const [passkey] = await listPasskeys(db, person.id);
    await renamePasskey(db, person, { id: passkey?.id ?? '', name: 'Front desk' }, own);
    await resetSecondFactors(db, person, testAudit(now));
  };

  beforeAll(async () => {
    stripe = await startFakeStripe();
    cleanUp(() => stripe.stop());
    server = await billingServer(database(), stripe);
    cleanUp(() => server.close());
    server.clock.now = new Date('2026-11-24T15:12:00Z');
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true }, name: 'Ada' }));
    practiceId = await createTestPractice(server.db, { name: 'Bright Smiles' });
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'owner' }));
    await doSettingsAndHours();
    await doAccess();
    await doMembers();
    await doSupportAccess();
    await doBilling();
    await doPhones();
    await doSyncAndClinics();
    await doBulk();
    await doApprovals();
    await doModules();
    await doAccounts();
    await doExport();
    await doExpire();
    await doSecondFactors();
    await doProvisioning();
    await doProvider();
    await call(admin, 'GET', ofPractice('provider-hours/'));

    const actions = new Map(
      (await server.db.selectFrom('audit_log').select(['id', 'action']).execute()).map((row) => [row.id, row.action]),
    );
    const readAll = async (filter: string): Promise<void> => {
      for (let cursor = ''; ;) {
        const page = await readPage(server, admin, `/api/activity/?page_size=200${filter}${cursor}`);
        for (const item of page.results) {
          const action = actions.get(item.id.slice(item.id.indexOf('-') + 1)) ?? '';
          const text = textOfItem(item)
            .slice(item.actor.name.length + 1)
            .replaceAll(`module ${teamName}`, 'module TEAM')
            .replace(/invoice \S+/, 'invoice NUMBER')
            .replace(/(couldn’t move [^:]*: ).*/, '$1MESSAGE');
          found.set(action, [...(found.get(action) ?? []), { item, text }]);
        }
        if (page.next === null) return;
        cursor = `&cursor=${page.next}`;
      }
    };
    await readAll('');
    // Sign-ins and reads of support are listed by their area alone.
    await readAll('&area=accounts');
    await readAll('&area=support');
  }, 180_000);

  it.each(Object.entries(expected))('%s: “%s”', (action, sentence) => {
    expect((found.get(action) ?? []).map(({ text }) => text)).toContain(sentence);
  });

  it('puts each entry into the area of its action', () => {
    for (const [action, entries] of found) {
      for (const { item } of entries)
        expect([action, item.area]).toEqual([action, areaOfAction[action as AuditAction]]);
    }
  });

  it('shows no internal name, id, address or JSON', () => {
    const texts = [...found.values()]
      .flat()
      .filter(({ item }) => item.area !== 'modules')
      .flatMap(({ item, text }) => [text, ...textsOfChanges(item)]);
    expect(texts.filter((text) => forbidden.test(text))).toEqual([]);
  });

  it('records no password, token or code', async () => {
    const entries = await server.db.selectFrom('audit_log').select(['entity_id', 'before', 'after']).execute();
    expect(entries.length).toBeGreaterThan(Object.keys(expected).length);
    const secrets = /horse battery|pc[ad]t_[\w-]{20}|"secret"|"code"/;
    expect(entries.filter((entry) => secrets.test(JSON.stringify(entry)))).toEqual([]);
  });

  it('links to pages of the console, and a bulk change to its results', () => {
    const links = [...found.values()]
      .flat()
      .flatMap(({ item }) => [item.link, item.revert].filter((it) => it !== null));
    expect(links.filter((link) => !/^\/(internal|settings\/\d+)\//.test(link))).toEqual([]);
    expect(found.get('bulk_change.start')?.some(({ item }) => item.link?.startsWith('/internal/practices?job='))).toBe(
      true,
    );
  });
});
