/** The gateway in front of a team's service, which verifies every token against the console's key set. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { ErrorBody } from 'shared-api/contracts';
import type { ServiceGrant } from 'shared-api/contracts/module-services';
import { createTeam } from '../../../testing/module-team.js';
import type { SuiteBody } from '../../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../../testing/test-server.js';
import { defaultServiceGrant, grantService } from '../service-grants.js';
import { type TeamService, startTeamService } from './team-service.js';

type Team = Awaited<ReturnType<typeof createTeam>>;

/** The gateway as a suite uses it. Each test has its own team and service. */
interface GatewayState {
  server: TestServer;
  /** The address the console listens on. */
  url: string;
  service: TeamService;
  team: Team;
  practiceId: number;
  /** A member of the practice with the right to its hours, and their session. */
  person: { id: string };
  caller: Caller;
}

/** A console, with a module and a granted service on a loopback port for each test. Call it in the suite. */
export function withGateway(database: Parameters<SuiteBody>[0]) {
  const gateway = {} as GatewayState;

  /** A grant for the current `gateway.service`. */
  const grantOf = (over: Partial<ServiceGrant> = {}): ServiceGrant => ({
    ...defaultServiceGrant,
    base_url: gateway.service.url,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    paths: ['campaigns/'],
    allow_private: true,
    ...over,
  });
  const grant = async (over: Partial<ServiceGrant> = {}): Promise<void> => {
    await grantService(gateway.server.db, gateway.team.name, grantOf(over), testAudit());
    // This replica reads the registry at most once a second.
    await gateway.server.call(gateway.caller, 'GET', '/api/modules/');
  };
  const path = (rest: string) => `/api/modules/${gateway.team.name}/${rest}`;
  const get = (rest = 'campaigns/', as = gateway.caller, headers: Record<string, string> = {}) =>
    gateway.server.call(as, 'GET', path(rest), undefined, headers);
  const post = (body: unknown = { name: 'Recall' }, as = gateway.caller, headers: Record<string, string> = {}) =>
    gateway.server.call(as, 'POST', path('campaigns/'), body, headers);
  const outcome = (response: { statusCode: number; json<T>(): T }) => [
    response.statusCode,
    response.json<ErrorBody>().code,
  ];
  const auditOf = (module = gateway.team.name) =>
    gateway.server.db
      .selectFrom('audit_log')
      .select(['action', 'practice_id', 'actor_id', 'after'])
      .where('entity_id', '=', module)
      .where('action', 'like', 'module_service.%')
      .orderBy('at')
      .execute();

  beforeAll(async () => {
    gateway.server = await testServer(database());
    gateway.url = await gateway.server.app.listen({ host: '127.0.0.1', port: 0 });
    gateway.practiceId = await createTestPractice(gateway.server.db);
    const member = await createTestPerson(gateway.server.db, { practices: [gateway.practiceId], rights: ['hours'] });
    gateway.person = member;
    gateway.caller = await signedIn(gateway.server, member);
  });
  afterAll(() => gateway.server.close());
  beforeEach(async () => {
    gateway.team = await createTeam(gateway.server);
    gateway.service = await startTeamService(gateway, gateway.team.name);
    await grant();
  });
  afterEach(() => gateway.service.stop());

  return { gateway, grantOf, grant, path, get, post, outcome, auditOf };
}
