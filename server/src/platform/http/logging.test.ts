import Fastify from 'fastify';
import { expect, it } from '@jest/globals';
import { loggerOptions } from './logging.js';

const linesOf = async (log: (app: ReturnType<typeof Fastify>) => unknown): Promise<string[]> => {
  const lines: string[] = [];
  const app = Fastify({ logger: loggerOptions('info', { write: (line) => void lines.push(line) }) });
  await log(app);
  await app.close();
  return lines;
};

it('writes one line of JSON per entry with epoch time, whatever the text', async () => {
  const forged = 'done\n{"level":30,"msg":"forged"}\r\n\u2028\u001b[2J';
  const [line = '', ...others] = await linesOf((app) => app.log.info({ name: forged }, forged));
  expect(others).toEqual([]);
  expect([...line].filter((sign) => '\n\r\u001b'.includes(sign))).toEqual(['\n']);
  expect(JSON.parse(line)).toMatchObject({ name: forged, msg: forged, time: expect.any(Number) });
});

it('removes secrets, and logs neither a request’s headers nor its query', async () => {
  const lines = await linesOf(async (app) => {
    app.log.info({ password: 'secret-1', body: { token: 'secret-2', more: { client_secret: 'secret-3' } } }, 'a');
    app.get('/page', () => 'done');
    await app.inject({ url: '/page?code=secret-4', headers: { cookie: 'session=secret-5' } });
  });
  expect(lines.join('')).toContain('/page');
  expect(lines.join('')).not.toContain('secret-');
});
