import type { FastifyInstance } from 'fastify';

/** While the server shuts down, each response closes its connection. A keep-alive connection would delay the shutdown. */
export function closeConnections(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
