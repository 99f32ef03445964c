/**
 * The page that shows a team a published version before it is live (decision 0047). It is for deploy tokens, and shows
 * nothing of any practice: the person, the practice and its rights are made up, and a token has no access to people's
 * calls.
 */
import type { FastifyRequest } from 'fastify';
import { type LoadableModule, type PracticeSummary, rights, type Session } from 'shared-api/contracts';
import type { ModulesContext } from '../context.js';
import { tokenError } from '../../platform/http/access.js';
import { forbidden, invalid, notFound } from '../../platform/errors/app-error.js';
import { opensModule, type Principal } from '../../platform/http/principal.js';
import { modulesFor } from '../registry/module-list.js';
import { findModule, findVersion } from '../registry/module-repository.js';
import { assertReleasable } from '../registry/pointer-moves.js';
import { practiceOfAddress } from '../registry/routes-of-modules.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/**
 * Request header with the module and the version, as `mf-hours@1.2.0`. Browsers don't send it by themselves. The name
 * predates previews, which are unrelated, and stays for the command lines that send it.
 */
const CANDIDATE_HEADER = 'x-preview-module';

const LIFETIME_SECONDS = 600;

export interface CandidatePage {
  session: Session;
  practice: PracticeSummary | null;
  modules: LoadableModule[];
}

/**
 * @returns undefined for requests without a version, and for everyone without a token
 * @throws AppError `invalid`, `forbidden` for the module of another team, those of `tokenError` and of
 * `assertReleasable`
 */
export async function candidatePageFor(
  { db, shell, now }: ModulesContext,
  request: FastifyRequest,
  principal: Principal,
  pathname: string,
): Promise<CandidatePage | undefined> {
  const header = request.headers[CANDIDATE_HEADER];
  if (header === undefined) return undefined;
  if (principal.kind === 'nobody' && principal.badToken) throw tokenError(principal);
  if (principal.kind !== 'deploy-token') return undefined;
  const [, name, version] = /^([a-z0-9-]+)@(\S+)$/.exec(String(header)) ?? [];
  if (name === undefined || version === undefined)
    throw invalid('Name a module and its version: mf-example@1.0.0.', { [CANDIDATE_HEADER]: 'Not a version' });
  if (!opensModule(principal, name)) throw forbidden(`This deploy token is only for ${principal.module}.`);
  const [module, candidate] = await Promise.all([findModule(db, name), findVersion(db, name, version)]);
  if (!module || !candidate) throw notFound(`${name} ${version} was never published.`);
  await assertReleasable(db, module, version, (await shell.read())?.sharedUi);

  const isInternal = module.audience === 'internal';
  const id = practiceOfAddress(pathname);
  const practice: PracticeSummary | null =
    id === undefined
      ? null
      : { id, name: 'Practice', time_zone: 'America/Chicago', pms_name: 'opendental', rights: [...rights] };
  const user = { id: 'candidate', name: 'Candidate', email: 'candidate@console.invalid' };
  const flags = { super_admin: false, task_admin: false, internal: isInternal, developer: false };
  return {
    session: {
      user,
      flags,
      practices: practice && !isInternal ? [practice] : [],
      all_practices: false,
      overrides: [],
      expires_at: epochSeconds(now()) + LIFETIME_SECONDS,
    },
    practice,
    modules: modulesFor(
      [
        {
          name,
          audience: module.audience,
          granted: module.granted,
          live: candidate,
          canary: undefined,
          previews: [],
          service: null,
          settings: undefined,
        },
      ],
      { id: user.id, flags, memberships: { size: isInternal ? 0 : 1 } },
      [],
      new Map(),
    ),
  };
}
