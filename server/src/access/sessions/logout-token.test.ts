import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { logoutTokenVerifier } from './logout-token.js';

const issuer = 'https://idp.example';
const now = new Date('2026-11-29T12:00:00Z');

describe('logoutTokenVerifier', () => {
  let keys: JWK[] = [];
  let fetches = 0;
  const server = createServer((_request, response) => {
    fetches += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys }));
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  beforeEach(() => {
    keys = [];
    fetches = 0;
  });

  const verifier = () => {
    const { port } = server.address() as AddressInfo;
    const jwksUri = `http://127.0.0.1:${port}/keys`;
    return logoutTokenVerifier(
      { keys: () => Promise.resolve({ issuer, jwksUri, algorithms: ['RS256'] }) },
      { clientId: 'console' },
    );
  };
  const newKey = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
  };
  const tokenOf = ({ kid, privateKey }: Awaited<ReturnType<typeof newKey>>, jti: string) => {
    const iat = now.getTime() / 1000;
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return new SignJWT({ iss: issuer, aud: 'console', iat, exp: iat + 120, jti, events, sub: 'pat' })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'logout+jwt' })
      .sign(privateKey);
  };

  it('refetches the keys for a key created since', async () => {
    const verify = verifier();
    const [former, next] = [await newKey('former'), await newKey('next')];
    keys = [former.jwk];
    expect(await verify(await tokenOf(former, 'a'), now)).toMatchObject({ subject: 'pat' });
    keys = [former.jwk, next.jwk];
    expect(await verify(await tokenOf(next, 'b'), now)).toMatchObject({ subject: 'pat', jti: 'b' });
    expect(await verify(await tokenOf(former, 'c'), now)).toMatchObject({ jti: 'c' });
    expect(fetches).toBe(2);
  });

  it('fetches them once for an unknown key', async () => {
    const verify = verifier();
    const [known, unknown] = [await newKey('known'), await newKey('unknown')];
    keys = [known.jwk];
    await verify(await tokenOf(known, 'a'), now);
    await expect(verify(await tokenOf(unknown, 'b'), now)).rejects.toMatchObject({ reason: 'signature' });
    expect(fetches).toBe(2);
  });
});
