/** Performs every audited action through the real services, and reads the sentences. */
import { beforeAll, expect, it } from '@jest/globals';
import type { ActivityItem } from 'shared-api/contracts/activity';
import { type AuditAction, areaOfAction } from '../../platform/audit/actions.js';
import { type FakeStripe, startFakeStripe } from '../../billing/stripe/testing/fake-stripe.js';
import { type BillingServer, billingServer } from '../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPerson, createTestPractice, signedIn } from '../../testing/test-server.js';
import { readPage, textOfItem, textsOfChanges } from './testing/activity-reader.js';
import {
  changeSettingsAndHours,
  changeProducts,
  openAndEndSupportAccess,
  changeMembersAndInvitations,
  changePhoneNumbers,
  changeAgentsAndClinics,
} from './testing/practice-actions.js';
import { changeBilling, advanceProviderClock } from './testing/billing-actions.js';
import {
  changeProductsInBulk,
  decideApprovals,
  releaseModules,
  expireAuditEntries,
  exportAuditLog,
} from './testing/console-actions.js';
import { changeAccounts, provisionAccounts, changeSecondFactors } from './testing/account-actions.js';

/** One sentence per action, without its actor. */
const expected: Record<AuditAction, string> = {
  'settings.save': 'changed Pediatric practice from Off to On',
  'pms_unit.create': 'created the database tables for synced data',
  'pms_providers.change': 'added provider Noah Walsh',
  'pms_appointments.correct': 'corrected completed appointments of Nov 20, 2026',

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
  'subscription.switch_plan': 'switched Phones to yearly',
  'subscription.cancel': 'canceled Phones',
  'subscription.card': 'charged Phones to Mastercard ending 4444',
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
  'card.add': 'added Visa ending 4242 for Olivia Owner, the default card now',
  'card.default': 'made Mastercard ending 4444 the default card of Olivia Owner instead of Visa ending 4242',
  'card.remove': 'removed Visa ending 4242 of Olivia Owner',
  'invoice.pay': 'paid $199.00 for invoice NUMBER',

  'members.add': 'added Mia Member as Staff',
  'members.update': 'changed the role of Mia Member from Staff to Manager',
  'members.remove': 'removed Mia Member (Manager)',
  'members.invite': 'invited Ina Invited as Manager',
  'members.invite_again': 'invited Ina Invited again',
  'members.withdraw': 'withdrew the invitation of Willa Withdrawn (Manager)',
  'members.join': 'joined as Manager',
  'members.decline': 'declined the invitation as Manager',
  'members.deactivate': 'deactivated Mia Member (Manager)',
  'members.reactivate': 'reactivated Mia Member as Manager',
  'membership.copy': 'took over 2 members from Bright Smiles',

  'phone_number.label': 'labeled (312) 555-0142 Front desk',
  'phone_number.move': 'moved (312) 555-0142 from the practice’s account to the organization’s account',
  'phone_number.move_failed':
    'couldn’t move (312) 555-0143 from the practice’s account to the organization’s account: MESSAGE',
  'phone_number.move_unknown':
    'started to move (312) 555-0144 from the practice’s account to the organization’s account. The voice provider didn’t say whether it arrived',

  'sync.command': 'requested a sync',
  'agent_token.issue': 'issued the sync agent’s token Front desk',
  'agent_token.refuse': 'was refused with the expired token Front desk',
  'agent_token.rotate': 'replaced the sync agent’s token Front desk',
  'agent_token.revoke': 'revoked the sync agent’s token Front desk',

  'practice.read': 'viewed hours',
  'support_access.open': 'opened the practice for 4 hours: Ticket 812, the invoices look wrong',
  'support_access.end': 'ended their support access',
  'support_access.expire': 'ended the support access of Ada after 1 hour',

  'attention.settle': 'settled an item of “Sync”',
  'attention.dismiss': 'dismissed an item of “Sync”',

  'practice.add': 'added the practice Bright Smiles',
  'clinic_practices.start': 'began to create practices of the clinics West',
  'clinic_practice.create': 'created the practice West from a clinic of this one',

  'bulk_change.start': 'added Data Export to 199 of 201 practices, 2 had it already',
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
  'module.settings': 'changed the settings of the module TEAM',
  'module.preview': 'published 1.0.0 of the module TEAM as the preview pr-17',
  'module.preview_end': 'ended the preview pr-17 of the module TEAM',
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
  'service_key.replace': 'replaced the signing key of services immediately',

  'approval.request': 'asked for approval: Add Data Export to 2 practices',
  'approval.approve': 'approved: Add Data Export to 2 practices',
  'approval.decline': 'declined: Remove Data Export from 2 practices',
  'approval.refuse': 'was refused the approval of their own request: Add Data Export to 2 practices',
  'approval.expire': 'ended a request that nobody approved or declined in time: Remove Data Export from 2 practices',

  'account_link.refuse': 'refused Ina Invited with a used link',
  'account_link.create': 'created a link to a new password for Nora New',
  'account_link.use': 'set a new password with a link',
  'audit.expire': 'deleted 1 entry of the audit log from before Dec 1, 2020',
  'audit.export': 'exported the audit log from Nov 1, 2026 up to Dec 1, 2026',
  'person.add': 'added an account for Nora New',
  'person.link': 'linked the account of Nora New to an identity provider',
  'person.unlink': 'unlinked the account of Nora New from the identity provider',
  'person.password': 'set a new password for Nora New',
  'person.prove_address': 'confirmed the address of Nora New and ended what was set up before',
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
  'sign_in.refuse': 'refused Nora New with a wrong password (Firefox on Linux, 127.0.0.1)',
  'second_factor.add': 'set up an authenticator app as a second factor',
  'second_factor.remove': 'removed an authenticator app as a second factor',
  'second_factor.refuse': 'refused Nora New with a used code of an authenticator app',
  'shared_computer.change': 'marked a computer as shared (Firefox on Linux, 127.0.0.1)',
  'passkey.copy':
    'refused the passkey “Front desk” of Nora New, which may have been copied: another device has used it since',
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
    const response = await server.call(caller, method, url, body);
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    return response;
  };
  const ofPractice = (path: string, id = practiceId) => `/api/${id}/${path}`;

  beforeAll(async () => {
    stripe = await startFakeStripe();
    cleanUp(() => stripe.stop());
    server = await billingServer(database(), stripe);
    cleanUp(() => server.close());
    server.clock.now = new Date('2026-11-24T15:12:00Z');
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true }, name: 'Ada' }));
    practiceId = await createTestPractice(server.db, { name: 'Bright Smiles' });
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'owner' }));
    const acting = { server, stripe, admin, practiceId, owner, call, ofPractice, cleanUp };
    await changeSettingsAndHours(acting);
    await changeProducts(acting);
    await changeMembersAndInvitations(acting);
    await openAndEndSupportAccess(acting);
    await changeBilling(acting);
    await changePhoneNumbers(acting);
    await changeAgentsAndClinics(acting);
    await changeProductsInBulk(acting);
    await decideApprovals(acting);
    teamName = await releaseModules(acting);
    await changeAccounts(acting);
    await exportAuditLog(acting);
    await expireAuditEntries(acting);
    await changeSecondFactors(acting);
    await provisionAccounts(acting);
    await advanceProviderClock(acting);
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
    // Sign-ins and reads by support are listed only by area.
    await readAll('&area=accounts');
    await readAll('&area=support');
  });

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
