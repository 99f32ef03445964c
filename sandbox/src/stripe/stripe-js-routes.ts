/** Serves the replacement of Stripe.js and the pages of its frames. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type CallContext } from './calls.js';
import { StripeError } from './errors.js';
import type { Params } from './params.js';
import { answerAuthentication } from './payment-calls.js';
import { answerSetup } from './payment-method-calls.js';
import { checkSecret } from './payments.js';

/** Compiled from `browser/`, next to the compiled sandbox. */
const scripts = fileURLToPath(new URL('../browser/', import.meta.url));

/** The appearance until the page passes its own. */
const defaults = `:root { --colorText: #1a2230; --colorTextSecondary: #545d6b; --colorDanger: #a8261d; --colorBackground: #fff;
  --borderColor: #8a919c; --colorPrimary: #1d6b5a; --borderRadius: 6px; --fontFamily: system-ui, sans-serif; }`;

const styles = `
${defaults}
* { box-sizing: border-box; }
body { margin: 0; padding: 2px; font: 14px/20px var(--fontFamily); color: var(--colorText); background: transparent; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 12px; }
label { display: block; margin-bottom: 4px; font-size: 13px; font-weight: 550; }
.box { position: relative; }
input { width: 100%; height: 36px; padding: 0 10px; font: inherit; font-variant-numeric: tabular-nums; color: inherit;
  background: var(--colorBackground); border: 1px solid var(--borderColor); border-radius: var(--borderRadius); }
input:focus { outline: 2px solid var(--colorPrimary); outline-offset: 1px; }
input[aria-invalid='true'] { border-color: var(--colorDanger); }
#brand { position: absolute; right: 10px; top: 8px; font-size: 12px; color: var(--colorTextSecondary); }
.problem { min-height: 0; font-size: 12px; line-height: 16px; color: var(--colorDanger); }
`;

const field = (id: string, label: string, more: string): string => `<div>
<label for="${id}">${label}</label>
<div class="box"><input id="${id}" inputmode="numeric" aria-describedby="${id}-problem" ${more}>${id === 'number' ? '<span id="brand" aria-hidden="true"></span>' : ''}</div>
<div class="problem" id="${id}-problem" role="alert"></div>
</div>`;

const cardFrame = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Secure payment input frame</title><style>${styles}</style></head>
<body>
${field('number', 'Card number', 'autocomplete="cc-number" placeholder="1234 1234 1234 1234"')}
<div class="row">
${field('expiry', 'Expiration date', 'autocomplete="cc-exp" placeholder="MM / YY"')}
${field('cvc', 'Security code', 'autocomplete="cc-csc" placeholder="CVC"')}
</div>
<script src="/stripe-js/card-frame.js"></script>
</body>
</html>`;

const authentication = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Authentication by your bank</title><style>
${defaults}
body { margin: 0; display: grid; place-content: center; min-height: 100vh; font: 16px/1.5 var(--fontFamily); color: var(--colorText); }
main { width: min(24rem, calc(100vw - 2rem)); padding: 1.5rem; border-radius: 12px; background: var(--colorBackground); }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
button { width: 100%; margin-top: .75rem; padding: .6rem; font: inherit; color: inherit; border-radius: 8px; border: 1px solid var(--borderColor); background: none; cursor: pointer; }
button.yes { border-color: var(--colorPrimary); background: var(--colorPrimary); color: var(--colorBackground); }
</style></head>
<body>
<main>
<h1>3D Secure 2 test page</h1>
<p>Sandbox: your bank asks whether it is you. Nothing is charged here.</p>
<button class="yes" data-approved="true">Complete authentication</button>
<button data-approved="false">Fail authentication</button>
</main>
<script src="/stripe-js/authenticate.js"></script>
</body>
</html>`;

/** @param done called after a change */
export function stripeJsRoutes(app: FastifyInstance, contextFor: () => CallContext, done: () => void): void {
  const script = (name: string): string => readFileSync(path.join(scripts, name), 'utf8');
  const serve = (url: string, name: string): void => {
    app.get(url, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script(name)));
  };
  serve('/stripe-js/v3', 'stripe.js');
  serve('/stripe-js/card-frame.js', 'card-frame.js');
  serve('/stripe-js/authenticate.js', 'authenticate.js');
  app.get('/stripe-js/card-frame', (_request, reply) => reply.type('text/html; charset=utf-8').send(cardFrame));
  app.get('/stripe-js/authenticate', (_request, reply) => reply.type('text/html; charset=utf-8').send(authentication));

  app.post<{ Body: Params }>('/stripe-js/authenticate', ({ body }, reply) => {
    const context: CallContext = { ...contextFor(), fromBrowser: true };
    const id = String(body['intent'] ?? '');
    const secret = String(body['client_secret'] ?? '');
    const approved = body['approved'] === 'true';
    try {
      const { store } = context;
      if (id.startsWith('seti_')) {
        checkSecret(store.table('setup_intent').get(id), secret, context);
        answerSetup(context, id, approved);
      } else {
        checkSecret(store.table('payment_intent').get(id), secret, context);
        answerAuthentication(context, id, approved);
      }
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return reply.code(error.status).send({ error: error.body });
    }
    done();
    return { status: 'answered' };
  });
}
