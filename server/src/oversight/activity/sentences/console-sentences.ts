/** Sentences about the console itself: bulk changes, modules, tokens, services and accounts. */
import { type BulkType, countText, dayText, plural } from 'shared-api/contracts';
import type { ActivityChange } from 'shared-api/contracts/activity';
import type { FlagName } from '../../../access/people/people-repository.js';
import { toNamedItem } from '../../../product-access/practice-features/named-items.js';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { Describe, LoggedChange } from '../logged-change.js';
import type { NamedBulkChange, Names } from '../names.js';
import { listOf, numberOf, recordOf, textOf, textsOf } from '../recorded.js';
import { added, fromTo, name, namesOf, removed, restOf, sentence } from '../sentence.js';

function bulkChangeOf({ entityId, after }: LoggedChange, names: Names): NamedBulkChange {
  const side = recordOf(after);
  const stored = names.bulkChange(entityId);
  const type = textOf(side['type']) as BulkType | undefined;
  const total = numberOf(side['practices']) ?? 0;
  return (
    stored ?? {
      action: side['action'] === 'remove' ? 'remove' : 'add',
      type: type ?? 'feature',
      items: textsOf(side['items']),
      changed_items: null,
      ...{ total, changed: total, unchanged: 0, failed: 0 },
    }
  );
}

function itemTexts({ type, items }: Pick<NamedBulkChange, 'type' | 'items'>): string[] {
  return items.map((item) => {
    const { display_name: text } = toNamedItem(type, item);
    return text === item ? 'a former product' : text;
  });
}

const bulkPage = ({ entityId }: LoggedChange): string => `?job=${encodeURIComponent(entityId)}`;

/** `493 of 3,980 practices, 3,487 had it already`, or `4 practices` when all have changed. */
function bulkCounts({ action, items, total, changed, unchanged, failed }: NamedBulkChange): string {
  if (changed === total) return plural(total, 'practice');
  const it = items.length === 1 ? 'it' : 'them';
  const isRefused = changed === 0 && failed > 0;
  const open = total - changed - unchanged - failed;
  return [
    isRefused && failed === total
      ? plural(total, 'practice')
      : `${countText(isRefused ? failed : changed)} of ${plural(total, 'practice')}`,
    ...(unchanged > 0
      ? [`${countText(unchanged)} ${action === 'add' ? `had ${it} already` : `didn’t have ${it}`}`]
      : []),
    ...(failed > 0 && !isRefused ? [`${countText(failed)} failed`] : []),
    ...(open > 0 ? [`${countText(open)} not done yet`] : []),
  ].join(', ');
}

/** A later step of a bulk change. */
const bulkStep =
  (verb: string): Describe =>
  (change, names) => {
    const bulk = bulkChangeOf(change, names);
    const doing = bulk.action === 'add' ? 'adding' : 'removing';
    return {
      sentence: sentence(
        `${verb} the bulk change: ${doing} `,
        ...namesOf(itemTexts(bulk), name),
        `${bulk.action === 'add' ? ' to' : ' from'} ${plural(bulk.total, 'practice')}`,
      ),
      internalPage: bulkPage(change),
    };
  };

/** A step of a request that waits for a second person. */
const approvalStep =
  (verb: string): Describe =>
  ({ before, after }) => ({
    sentence: sentence(`${verb}: `, name(textOf(recordOf(after ?? before)['summary']) ?? 'a change')),
  });

/** Module `phone-transfer`, without the common prefix. */
const moduleText = ({ entityId }: LoggedChange): string =>
  entityId.startsWith('mf-') ? `the module ${entityId.slice('mf-'.length)}` : 'all modules';

const versionText = (side: unknown): string | null => textOf(recordOf(side)['version']) ?? null;

const moved =
  (verb: string): Describe =>
  (change) => {
    const values = { label: '', before: versionText(change.before), after: versionText(change.after) };
    return { sentence: sentence(`${verb} `, name(moduleText(change)), ...fromTo(values, 'no version')) };
  };

/** The audience of a canary: `10% of people, 2 named people and internal staff`. Shows no email addresses. */
function reachText(side: unknown): string {
  const reach = recordOf(side);
  const people = listOf(reach['people']).length;
  // A server's own version is shown first.
  const kit = textOf(reach['shared_ui']);
  const parts = [
    ...(kit === undefined ? [] : [`pages with shared-ui ${kit}`]),
    ...(numberOf(reach['percent']) === undefined ? [] : [`${numberOf(reach['percent'])}% of people`]),
    ...(people > 0 ? [`${people} named ${people === 1 ? 'person' : 'people'}`] : []),
    ...(reach['internal'] === true ? ['internal staff'] : []),
  ];
  return parts.join(', ') || 'nobody';
}

const previewText = (side: unknown): string => textOf(recordOf(side)['preview']) ?? '?';

/** The changed settings by name, as label and text. */
const settingsIn = (side: unknown): Map<string, { label: string; text: string | null }> =>
  new Map(
    listOf(recordOf(side)['settings']).flatMap((one) => {
      const setting = recordOf(one);
      const [key, label] = [textOf(setting['name']), textOf(setting['label'])];
      if (key === undefined || label === undefined) return [];
      return [[key, { label, text: textOf(setting['text']) ?? null }] as const];
    }),
  );

const FIRST_ERROR_STATUS = 400;

const flagNames: Record<FlagName, string> = {
  super_admin: 'Super admin',
  task_admin: 'Task admin',
  internal: 'Internal staff',
  developer: 'Developer',
};

const personText = ({ entityId, after }: LoggedChange, names: Names): string =>
  names.person(entityId) ?? textOf(recordOf(after)['name']) ?? 'a former account';

const isFlag = (key: string): key is FlagName => key in flagNames;

const tokenText = (side: unknown): string => textOf(recordOf(side)['name']) ?? 'without a name';

const scimRefusalTexts: Readonly<Record<string, string>> = {
  invalidSyntax: 'it doesn’t follow the standard',
  invalidPath: 'it names an unknown field',
  invalidFilter: 'its filter isn’t supported',
  noTarget: 'it names nothing to change',
  mutability: 'it changes what is fixed',
  uniqueness: 'the account exists already',
  lastAdmin: 'nobody would be left to administer the console',
};

/** `Nov 1, 2026`, of epoch seconds in UTC. */
const dayOf = (value: unknown): string | null => {
  const seconds = numberOf(value);
  return seconds === undefined ? null : dayText(new Date(seconds * 1000).toISOString().slice(0, 10));
};

export const consoleSentences = {
  'bulk_change.start': (change, names) => {
    const bulk = bulkChangeOf(change, names);
    const isChanged = (item: string): boolean => bulk.changed_items?.includes(item) ?? true;
    const items = itemTexts(bulk.changed > 0 ? { ...bulk, items: bulk.items.filter(isChanged) } : bulk);
    const isAdded = bulk.action === 'add';
    const isRefused = bulk.changed === 0 && bulk.failed > 0;
    const verb = isAdded ? 'add' : 'remove';
    return {
      sentence: sentence(
        isRefused ? `couldn’t ${verb} ` : `${verb.replace(/e$/, '')}ed `,
        ...namesOf(items, isRefused ? name : isAdded ? added : removed),
        `${isAdded ? ' to' : ' from'} ${bulkCounts(bulk)}`,
      ),
      changes: restOf(isAdded ? 'Added' : 'Removed', items, isAdded ? 'after' : 'before'),
      internalPage: bulkPage(change),
    };
  },

  'bulk_change.stop': bulkStep('stopped'),

  'bulk_change.resume': bulkStep('resumed'),

  'bulk_change.retry': bulkStep('retried the failed practices of'),

  'approval.request': approvalStep('asked for approval'),

  'approval.approve': approvalStep('approved'),

  'approval.decline': (change, ...rest) => {
    const reason = textOf(recordOf(change.after)['reason']);
    return {
      ...approvalStep('declined')(change, ...rest),
      changes: reason === undefined ? [] : [{ label: 'Reason', before: null, after: reason }],
    };
  },

  'approval.refuse': approvalStep('was refused the approval of their own request'),

  'approval.expire': approvalStep('ended a request that nobody approved or declined in time'),

  'module.grant': (change) => {
    const routes = (side: unknown): string[] =>
      listOf(recordOf(side)['routes']).flatMap((route) => textOf(recordOf(route)['title']) ?? []);
    const [had, has] = [routes(change.before), routes(change.after)];
    return {
      sentence: sentence(
        had.length === 0 ? 'granted the pages of ' : 'changed the pages of ',
        name(moduleText(change)),
      ),
      changes: [{ label: 'Pages', before: had.join(', ') || null, after: has.join(', ') || null }],
    };
  },

  'module.publish': (change) => ({
    sentence: sentence('published ', added(versionText(change.after) ?? 'a version'), ' of ', name(moduleText(change))),
  }),

  'module.promote': moved('promoted'),

  'module.rollback': moved('rolled back'),

  'module.canary': (change) => ({
    sentence: sentence(
      'gave version ',
      added(versionText(change.after) ?? '?'),
      ` of ${moduleText(change)} first to ${reachText(change.after)}`,
    ),
  }),

  'module.withdraw': (change) => ({
    sentence: sentence('withdrew the canary of ', removed(moduleText(change))),
  }),

  'module.override': (change) => {
    const entry = (side: unknown): string | undefined => textOf(recordOf(side)['entry']);
    const after = entry(change.after);
    return {
      sentence:
        after === undefined
          ? sentence('ended the developer override of ', removed(moduleText(change)))
          : sentence('loaded ', name(moduleText(change)), ' from ', added(after), ' in one session'),
    };
  },

  'module.preview': (change) => ({
    sentence: sentence(
      'published ',
      added(versionText(change.after) ?? '?'),
      ` of ${moduleText(change)} as the preview ${previewText(change.after)}`,
    ),
  }),

  'module.preview_end': (change) => ({
    sentence: sentence('ended the preview ', removed(previewText(change.before)), ` of ${moduleText(change)}`),
  }),

  'module.settings': (change) => {
    const before = settingsIn(change.before);
    return {
      sentence: sentence('changed the settings of ', name(moduleText(change))),
      changes: [...settingsIn(change.after)].map(([key, { label, text }]) => ({
        label,
        before: before.get(key)?.text ?? null,
        after: text,
      })),
      internalPage: '/internal/module-settings',
    };
  },

  'module.prune': (change) => ({
    sentence: sentence(
      'deleted the files of ',
      removed(versionText(change.before) ?? 'a version'),
      ` of ${moduleText(change)}`,
    ),
  }),

  'module.service_grant': (change) => ({
    sentence: sentence('granted the service of ', added(moduleText(change))),
  }),

  'module.service_revoke': (change) => ({
    sentence: sentence('revoked the service of ', removed(moduleText(change))),
  }),

  'module_service.send': (change) => ({
    sentence: sentence('sent a change to the service of ', name(moduleText(change))),
  }),

  'module_service.outcome': (change) => {
    const status = numberOf(recordOf(change.after)['status']) ?? 0;
    const failed = status === 0 || status >= FIRST_ERROR_STATUS;
    return {
      sentence: sentence(
        `${failed ? 'got an error' : 'got the confirmation'} of a change from the service of `,
        name(moduleText(change)),
      ),
    };
  },

  'deploy_token.issue': (change) => ({
    sentence: sentence(
      'issued the deploy token ',
      added(textOf(recordOf(change.after)['name']) ?? 'without a name'),
      ` for ${moduleText(change)}`,
    ),
  }),

  'deploy_token.revoke': (change) => ({
    sentence: sentence(
      'revoked the deploy token ',
      removed(textOf(recordOf(change.before)['name']) ?? 'without a name'),
      ` for ${moduleText(change)}`,
    ),
  }),

  'deploy_token.rotate': (change) => ({
    sentence: sentence(
      'replaced the deploy token ',
      name(textOf(recordOf(change.after)['name']) ?? 'without a name'),
      ` for ${moduleText(change)}`,
    ),
  }),

  'deploy_token.refuse': (change) => ({
    sentence: sentence(
      'was refused with the expired deploy token ',
      name(textOf(recordOf(change.after)['name']) ?? 'without a name'),
      ` for ${moduleText(change)}`,
    ),
  }),

  'service_key.rotate': () => ({
    sentence: sentence('created the next ', name('signing key'), ' of services'),
  }),

  'service_key.replace': () => ({
    sentence: sentence('replaced the ', name('signing key'), ' of services immediately'),
  }),

  'person.add': (change, names) => {
    const flags = Object.entries(recordOf(change.after)).flatMap(([key, value]) =>
      isFlag(key) && value === true ? [flagNames[key]] : [],
    );
    return {
      sentence: sentence('added an account for ', added(personText(change, names))),
      changes: flags.length === 0 ? [] : [{ label: 'Flags', before: null, after: flags.join(', ') }],
    };
  },

  'person.link': (change, names) => ({
    sentence: sentence('linked the account of ', name(personText(change, names)), ' to an identity provider'),
  }),

  'person.unlink': (change, names) => ({
    sentence: sentence('unlinked the account of ', name(personText(change, names)), ' from the identity provider'),
  }),

  'person.password': (change, names) => ({
    sentence: sentence('set a new password for ', name(personText(change, names))),
  }),

  'person.prove_address': (change, names) => ({
    sentence: sentence(
      'confirmed the address of ',
      name(personText(change, names)),
      ' and ended what was set up before',
    ),
  }),

  'person.flags': (change, names) => {
    const text = (value: unknown): string => (value === true ? 'On' : 'Off');
    const [was, is] = [recordOf(change.before), recordOf(change.after)];
    const changes = Object.keys(is)
      .filter(isFlag)
      .map((flag): ActivityChange => ({ label: flagNames[flag], before: text(was[flag]), after: text(is[flag]) }));
    return { sentence: sentence('changed the flags of ', name(personText(change, names))), changes };
  },

  'person.update': (change, names) => {
    const [was, is] = [recordOf(change.before), recordOf(change.after)];
    const labels = {
      name: 'Name',
      email: 'Email',
      external_id: 'Id at the identity provider',
      given_name: 'First name',
      family_name: 'Last name',
    };
    const changes = Object.entries(labels).flatMap(([key, label]): ActivityChange[] =>
      key in is ? [{ label, before: textOf(was[key]) ?? null, after: textOf(is[key]) ?? null }] : [],
    );
    return { sentence: sentence('changed the account of ', name(personText(change, names))), changes };
  },

  'person.deactivate': (change, names) => {
    const ended = numberOf(recordOf(change.after)['sessions']) ?? 0;
    const isDeleted = recordOf(change.after)['deleted'] === true;
    return {
      sentence: sentence(
        isDeleted ? 'deleted the account of ' : 'deactivated the account of ',
        (isDeleted ? removed : name)(personText(change, names)),
        ended === 0 ? '' : ` and ended ${plural(ended, 'session')}`,
      ),
    };
  },

  'person.reactivate': (change, names) => ({
    sentence: sentence('reactivated the account of ', added(personText(change, names))),
  }),

  'scim_token.issue': ({ after }) => ({
    sentence: sentence('issued the provisioning token ', added(tokenText(after))),
  }),

  'scim_token.revoke': ({ before }) => ({
    sentence: sentence('revoked the provisioning token ', removed(tokenText(before))),
  }),

  'scim_token.rotate': ({ after }) => ({
    sentence: sentence('replaced the provisioning token ', name(tokenText(after))),
  }),

  'scim_token.refuse': ({ after }) => ({
    sentence: sentence('was refused with the expired provisioning token ', name(tokenText(after))),
  }),

  'scim.refuse': ({ after }) => ({
    sentence: sentence(
      'sent a provisioning request that was refused: ',
      name(scimRefusalTexts[textOf(recordOf(after)['reason']) ?? ''] ?? 'a value isn’t valid'),
    ),
  }),

  'session.end': (change, names) => ({
    sentence: sentence(
      'signed out ',
      name(personText(change, names)),
      ` (${plural(numberOf(recordOf(change.before)['sessions']) ?? 0, 'session')})`,
    ),
  }),

  'audit.expire': ({ after }) => {
    const { entries, before } = recordOf(after);
    const day = dayOf(before);
    return {
      sentence: sentence(
        `deleted ${plural(numberOf(entries) ?? 0, 'entry', 'entries')} of `,
        name('the audit log'),
        day === null ? '' : ` from before ${day}`,
      ),
    };
  },

  'audit.export': ({ after }) => {
    const { from, to } = recordOf(after);
    const [first, end] = [dayOf(from), dayOf(to)];
    return {
      sentence: sentence(
        'exported ',
        name('the audit log'),
        first === null ? '' : ` from ${first}`,
        end === null ? '' : ` up to ${end}`,
      ),
    };
  },
} satisfies Partial<Record<AuditAction, Describe>>;
