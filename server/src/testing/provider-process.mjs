// @ts-check
/**
 * A real identity provider for tests, in a process of its own (its package is an ES module, which jest cannot load).
 * ACCOUNTS is a JSON object: login → claims. CLIENT_ID, CLIENT_SECRET and REDIRECT_URI name its one client, LOGOUT_URI where it
 * is notified of ended sessions. JWKS has the provider's private keys as JSON. Prints `ready <issuer>` when it listens.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** @type {Record<string, Record<string, unknown>>} */
const accounts = JSON.parse(process.env['ACCOUNTS'] ?? '{}');

const { JWKS: keys, LOGOUT_URI: logoutUri } = process.env;

const server = createServer((request, response) => {
  handle(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No address');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: process.env['CLIENT_ID'] ?? '',
        client_secret: process.env['CLIENT_SECRET'] ?? '',
        redirect_uris: [process.env['REDIRECT_URI'] ?? ''],
        post_logout_redirect_uris: [new URL('/', process.env['REDIRECT_URI'] ?? '').href],
        ...(logoutUri && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'console_flags', 'console_practices', 'amr'],
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => Promise.resolve({ sub: id, ...accounts[id] }) }),
    ...(keys && { jwks: JSON.parse(keys) }),
    features: { backchannelLogout: { enabled: logoutUri !== undefined } },
    cookies: { keys: ['a key for tests'] },
  });
  handle = provider.callback();
  process.stdout.write(`ready ${issuer}\n`);
});

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => unknown} */
let handle = (_request, response) => response.writeHead(503).end();
