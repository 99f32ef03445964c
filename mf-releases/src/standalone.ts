/**
 * The mock server of the standalone host: `npm run dev -w mf-releases`. URL parameters choose the person and the data:
 * `?role=internal`, `&with=nothing`, `&reading=fails`, `&changing=fails`. Changes last until the page reloads.
 */
import { readModuleHealth } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import {
  aBuild,
  aModule,
  anError,
  aService,
  aSlowCall,
  aVersion,
  HealthServer,
  SEEN_AT,
  shell,
  noUsage,
  withCanary,
} from './module-health/testing/health-server';
import { SettingsServer } from './module-settings/testing/settings-server';

const parameters = new URLSearchParams(location.search);

export const session = {
  user: { id: 'u-alone', name: 'Sam Super', email: 'superadmin@console.example' },
  flags: { super_admin: parameters.get('role') !== 'internal', task_admin: false, internal: true, developer: false },
};

const nothing = parameters.get('with') === 'nothing';

const modules = [
  withCanary({
    versions: [...withCanary().versions, aVersion({ version: '1.1.4', role: 'former', people: 9, visits: 31 })],
  }),
  aModule({
    name: 'mf-billing',
    title: 'Subscriptions and billing',
    live_version: '2.0.1+4f1d9a02c7',
    service: aService(),
    versions: [
      aVersion({
        version: '2.0.1+4f1d9a02c7',
        people: 88,
        failing_people: 3,
        failed_visits: 4,
        errors: 11,
        visits: 402,
        vitals: {
          LCP: { p75: 4210, count: 210, rating: 'poor' },
          INP: { p75: 180, count: 190, rating: 'good' },
          CLS: { p75: 0.14, count: 210, rating: 'needs-improvement' },
        },
      }),
    ],
  }),
  aModule({
    name: 'mf-phone-transfer',
    title: 'Phone transfer',
    audience: 'internal',
    live_version: '0.1.0',
    service: aService({
      not_sent: 41,
      paused: { since: SEEN_AT, replicas: 1, reason: 'it took too long to answer' },
    }),
    versions: [aVersion({ version: '0.1.0', ...noUsage })],
    builds: [aBuild({ version: '0.1.0' }), aBuild({ version: '0.0.9', shared: ['shared-ui/mui'] })],
  }),
  shell,
];

const settings = new SettingsServer({ high_utilization_from: 90 });

const server = new HealthServer(
  nothing ? modules.map((module) => ({ ...module, canary: null, versions: [aVersion({ ...noUsage })] })) : modules,
  nothing
    ? { errors: [], slow_calls: [] }
    : {
        errors: [
          anError(),
          anError({
            module: 'mf-billing',
            version: '2.0.1+4f1d9a02c7',
            message: 'Error: Loading chunk 412 failed.',
            source: '',
            count: 1204,
          }),
          anError({ module: 'shell', version: '1.0.0', message: 'Thrown without being an error: string', count: 1 }),
        ],
        slow_calls: [
          aSlowCall(),
          aSlowCall({
            module: 'mf-billing',
            version: '2.0.1+4f1d9a02c7',
            call: 'listPayments',
            path: 'GET /api/:practice/payment-history/',
            count: 3,
            failed: 0,
            average_ms: 1210,
            slowest_ms: 1499,
          }),
        ],
      },
);
if (parameters.get('changing') === 'fails') {
  server.refuse = () => errorReply(409, 'pruned', 'The files of this version were removed. Publish it again.');
}

export const handlers = [
  ...(parameters.get('reading') === 'fails' ? [answer(readModuleHealth, connectionFailure)] : []),
  ...server.handlers(),
  ...settings.handlers(),
];
