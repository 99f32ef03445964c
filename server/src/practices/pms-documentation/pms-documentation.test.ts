import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { defaultPmsSettings, type PmsKind } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, anonymousCaller, testServer } from '../../testing/test-server.js';
import { pmsPages } from './pms-texts.js';

const kinds: PmsKind[] = ['opendental', 'eaglesoft16', 'dentrix'];

it('describes every PMS setting on the page of its own PMS', () => {
  const described = new Set(kinds.flatMap((kind) => pmsPages[kind].settings.map(({ setting }) => setting)));
  expect([...described].sort()).toEqual(Object.keys(defaultPmsSettings).sort());
  for (const kind of kinds) {
    const others = kinds.filter((other) => other !== kind).map((other) => other.replace('16', ''));
    for (const { setting } of pmsPages[kind].settings) {
      expect(others.some((other) => setting.startsWith(other))).toBe(false);
    }
  }
});

describeWithDatabase('PMS documentation', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  const open = (pms: string) => server.call(anonymousCaller, 'GET', `/pms-documentation/${pms}/`);

  it.each(kinds)('shows a heading and a link for each setting of %s', async (kind) => {
    const { body, headers, statusCode } = await open(kind);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { label, setting } of pmsPages[kind].settings) {
      expect(body).toContain(`<a href="#${setting}">${label}</a>`);
      expect(body).toContain(`<h2 id="${setting}-title">${label}</h2>`);
    }
    expect(body).not.toContain('<script');
  });

  it('allows framing only by the console, and only its own style', async () => {
    const { body, headers } = await open('dentrix');
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    );
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it.each([
    ['light', ['color-scheme: light;', '--surface: #ffffff']],
    ['dark', ['color-scheme: dark;', '--surface: #191f29']],
    ['blue', ['color-scheme: light dark;', 'prefers-color-scheme: dark']],
  ])('shows the console’s font and the scheme %s', async (scheme, rules) => {
    const { body } = await server.call(anonymousCaller, 'GET', `/pms-documentation/dentrix/?scheme=${scheme}`);
    for (const rule of ["url('/shell/inter.9b1c.woff2')", ...rules]) expect(body).toContain(rule);
  });

  it.each(['curve', 'constructor', 'Dentrix'])('returns 404 for %s', async (pms) => {
    expect((await open(pms)).statusCode).toBe(404);
  });
});
