import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../platform/config/package-root.js';
import { hashToken, newToken } from './secrets.js';

describe('secrets', () => {
  it('creates unique 256-bit tokens', () => {
    const tokens = Array.from({ length: 1000 }, newToken);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('stores the SHA-256 of a token', () => {
    // The test vector of NIST for "abc".
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hashToken('abc').toString('hex')).toBe(digest);
  });

  it('uses no predictable generator for secrets', () => {
    const source = path.join(packageRoot, 'src');
    const guessing = fs
      .readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/[/\\]testing[/\\]/.test(file))
      .filter((file) => fs.readFileSync(path.join(source, file), 'utf8').includes('Math.random('));
    // Only for pauses between attempts.
    expect(guessing.map((file) => file.replaceAll(path.sep, '/')).sort()).toEqual([
      'billing/stripe/call-limiter.ts',
      'platform/database/transaction.ts',
    ]);
  });
});
