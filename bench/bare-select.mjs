// @ts-check
/**
 * The peer of the console's reads: the same HTTP server, driver and number of connections, with only
 * one SELECT by key, or with only the parsing of a body. Started by reads.mjs with PORT and DATABASE_URL; prints `ready`.
 */
import { createRequire } from 'node:module';

// The versions that the server uses.
const fromServer = createRequire(new URL('../server/package.json', import.meta.url));
const fastify = fromServer('fastify');
const pg = fromServer('pg');

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = fastify({ logger: { level: 'warn', stream: process.stderr } });

app.get('/practices/:id', async (/** @type {{params: {id: string}}} */ { params }) => {
  const { rows } = await pool.query('select id, name, time_zone, pms_name from practices where id = $1', [
    Number(params.id),
  ]);
  return rows[0];
});

app.post('/bodies', { bodyLimit: 2_000_000 }, async (_request, /** @type {any} */ reply) => {
  reply.code(400);
  return {};
});

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
console.log('ready');
