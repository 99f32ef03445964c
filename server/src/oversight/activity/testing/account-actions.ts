/** Actions on accounts, sign-ins and second factors. */
import { expect } from '@jest/globals';
import { Secret } from 'otpauth';
import { createLink, SHOWN_LINK_MS, redeemLink } from '../../../access/accounts/account-links.js';
import {
  confirmTotp,
  createRecoveryCodes,
  removeTotp,
  resetSecondFactors,
  startTotp,
  typedFactor,
  verifyFactor,
} from '../../../access/accounts/second-factors-service.js';
import { listPasskeys } from '../../../access/accounts/passkeys-repository.js';
import {
  addPasskey,
  renamePasskey,
  startAssertion,
  startPasskey,
  checkPasskey,
} from '../../../access/accounts/passkeys-service.js';
import { softwareAuthenticator } from '../../../access/accounts/testing/software-authenticator.js';
import { totpCode } from '../../../access/accounts/totp.js';
import { personActor } from '../../../platform/audit/actor.js';
import type { Db } from '../../../platform/database/tables.js';
import { addPerson, endSessions, personByEmail, setFlags, setPassword } from '../../../access/people/people-service.js';
import { unlinkIdentities } from '../../../access/people/unlink-identities.js';
import { linkLocalAccount } from '../../../access/sessions/oidc-people.js';
import { scimTokens } from '../../../access/scim/scim-tokens.js';
import { recordRefusedLogout } from '../../../access/sessions/provider-logouts.js';
import { quickCost, signedIn, testAudit } from '../../../testing/test-server.js';
import { type Acting, inAMinute } from './acting.js';

export async function changeAccounts(acting: Acting) {
  const { server } = acting;
  const { email } = await addPerson(server.db, { email: 'nora@test.example', name: 'Nora New' }, testAudit());
  const person = await server.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  await setFlags(server.db, person, { developer: true }, testAudit());
  const token = await createLink(server.db, person, SHOWN_LINK_MS, testAudit());
  await redeemLink(server.db, { token, password: 'violet harbour tractor' }, new Date(), quickCost);
  await server.db.updateTable('people').set({ link_shown_to: acting.practiceId }).where('email', '=', email).execute();
  await setPassword(server.db, email, 'correct horse battery', testAudit(), quickCost);
  await signInAndOut(acting, email);
  await signedIn(server, person);
  await endSessions(server.db, email, testAudit());
  const claims = { issuer: 'https://id.example', subject: 'nora', all: {} };
  await linkLocalAccount(server.db, person, claims, { name: 'ID' } as never, testAudit());
  await unlinkIdentities(server.db, person, testAudit());
  const provider = { name: 'Clinic ID', issuer: claims.issuer };
  await recordRefusedLogout(server.db, provider, { reason: 'malformed', network: '127.0.0.1' }, new Date());
}

/** A refused sign-in, a successful one, and a sign-out. */
async function signInAndOut({ server, call }: Acting, email: string) {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };
  const attempt = (password: string) => server.call({ headers }, 'POST', '/api/session/', { email, password });
  await attempt('wrong horse battery');
  const cookie = (await attempt('correct horse battery')).cookies
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const here = { headers: { ...headers, cookie } };
  await call(here, 'PUT', '/api/account/shared-computer/', { shared: true, name: 'Nora' });
  await call(here, 'DELETE', '/api/session/');
}

export async function provisionAccounts({ server }: Acting) {
  const person = await personByEmail(server.db, 'nora@test.example');
  const { id, token } = await scimTokens.issue(server.db, { name: 'Clinic ID' }, testAudit());
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
  const next = await scimTokens.rotate(server.db, id, rotation, testAudit());
  await scimTokens.find(server.db, next.token, new Date(inAMinute().getTime() + 1000));
  await scimTokens.revoke(server.db, id, testAudit());
}

export async function changeSecondFactors({ server }: Acting) {
  const { db, config } = server;
  const person = await personByEmail(db, 'nora@test.example');
  const now = new Date();
  const own = { actor: personActor(person), now };
  const { secret } = await startTotp(db, person, config, now);
  const code = totpCode(Buffer.from(Secret.fromBase32(secret).bytes), now);
  await confirmTotp(db, person, { code }, config, own);
  await expect(
    verifyFactor(db, person, typedFactor(person, { method: 'totp', code }, config, now), now),
  ).rejects.toThrow('already used');
  const [first = ''] = await createRecoveryCodes(db, person, config, own);
  await verifyFactor(db, person, typedFactor(person, { method: 'recovery_code', code: first }, config, now), now);
  await removeTotp(db, person, config, own);
  const authenticator = softwareAuthenticator();
  const party = { id: 'console.test', origin: 'http://console.test' };
  const answer = authenticator.create(await startPasskey(db, person, party, now), party.origin);
  await addPasskey(db, person, { name: 'Desk', answer }, { party, config }, own);
  const [passkey] = await listPasskeys(db, person.id);
  await renamePasskey(db, person, { id: passkey?.id ?? '', name: 'Front desk' }, own);
  const { person_id: owner } = passkey ?? { person_id: '' };
  await db.updateTable('passkeys').set({ counter: '9' }).where('person_id', '=', owner).execute();
  const use = { purpose: 'step_up' as const, owner };
  const copied = authenticator.sign(await startAssertion(db, use, party, now, owner), party.origin);
  const check = (transaction: Db) => checkPasskey(transaction, owner, copied, { use, party, alone: false }, now);
  await expect(verifyFactor(db, person, { kind: 'passkey', check }, now)).rejects.toThrow('may have been copied');
  await resetSecondFactors(db, person, testAudit(now));
}
