/** Sentences about what belongs to no practice: bulk changes, modules, tokens, services and accounts. */
import { type BulkType, countText, dayText, plural } from 'shared-api/contracts';
import type { ActivityChange } from 'shared-api/contracts/activity';
import type { FlagName } from '../../../access/people/people-repository.js';
import { toNamedItem } from '../../../product-access/practice-features/named-items.js';
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
      ...{ total, changed: total, unchanged: 0, failed: 0 },
    }
  );
}

function itemTexts({ type, items }: NamedBulkChange): string[] {
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

export const bulkStart: Describe = (change, names) => {
  const bulk = bulkChangeOf(change, names);
  const items = itemTexts(bulk);
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
};

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

export const bulkStop = bulkStep('stopped');
export const bulkResume = bulkStep('resumed');
export const bulkRetry = bulkStep('retried the failed practices of');

/** A step of a request that waits for a second person. */
const approvalStep =
  (verb: string): Describe =>
  ({ before, after }) => ({
    sentence: sentence(`${verb}: `, name(textOf(recordOf(after ?? before)['summary']) ?? 'a change')),
  });

export const approvalRequest = approvalStep('asked for approval');
export const approvalApprove = approvalStep('approved');
export const approvalDecline: Describe = (change, ...rest) => {
  const reason = textOf(recordOf(change.after)['reason']);
  return {
    ...approvalStep('declined')(change, ...rest),
    changes: reason === undefined ? [] : [{ label: 'Reason', before: null, after: reason }],
  };
};
export const approvalRefuse = approvalStep('was refused the approval of their own request');
export const approvalExpire = approvalStep('ended a request that nobody decided about in time');

/** Module `phone-transfer`, without the prefix that all have. */
const moduleText = ({ entityId }: LoggedChange): string =>
  entityId.startsWith('mf-') ? `the module ${entityId.slice('mf-'.length)}` : 'all modules';

const versionText = (side: unknown): string | null => textOf(recordOf(side)['version']) ?? null;

export const moduleGrant: Describe = (change) => {
  const routes = (side: unknown): string[] =>
    listOf(recordOf(side)['routes']).flatMap((route) => textOf(recordOf(route)['title']) ?? []);
  const [had, has] = [routes(change.before), routes(change.after)];
  return {
    sentence: sentence(had.length === 0 ? 'granted the pages of ' : 'changed the pages of ', name(moduleText(change))),
    changes: [{ label: 'Pages', before: had.join(', ') || null, after: has.join(', ') || null }],
  };
};

export const modulePublish: Describe = (change) => ({
  sentence: sentence('published ', added(versionText(change.after) ?? 'a version'), ' of ', name(moduleText(change))),
});

const moved =
  (verb: string): Describe =>
  (change) => {
    const values = { label: '', before: versionText(change.before), after: versionText(change.after) };
    return { sentence: sentence(`${verb} `, name(moduleText(change)), ...fromTo(values, 'no version')) };
  };

export const modulePromote = moved('promoted');
export const moduleRollback = moved('rolled back');

/** Whom a canary reaches: `10% of people, 2 named people and internal staff`. Nobody's email is shown. */
function reachText(side: unknown): string {
  const reach = recordOf(side);
  const people = listOf(reach['people']).length;
  // A server's own version goes to the pages of its shell first.
  const kit = textOf(reach['shared_ui']);
  const parts = [
    ...(kit === undefined ? [] : [`pages with shared-ui ${kit}`]),
    ...(numberOf(reach['percent']) === undefined ? [] : [`${numberOf(reach['percent'])}% of people`]),
    ...(people > 0 ? [`${people} named ${people === 1 ? 'person' : 'people'}`] : []),
    ...(reach['internal'] === true ? ['internal staff'] : []),
  ];
  return parts.join(', ') || 'nobody';
}

export const moduleCanary: Describe = (change) => ({
  sentence: sentence(
    'gave version ',
    added(versionText(change.after) ?? '?'),
    ` of ${moduleText(change)} first to ${reachText(change.after)}`,
  ),
});

export const moduleWithdraw: Describe = (change) => ({
  sentence: sentence('withdrew the canary of ', removed(moduleText(change))),
});

export const moduleOverride: Describe = (change) => {
  const entry = (side: unknown): string | undefined => textOf(recordOf(side)['entry']);
  const after = entry(change.after);
  return {
    sentence:
      after === undefined
        ? sentence('ended the developer override of ', removed(moduleText(change)))
        : sentence('loaded ', name(moduleText(change)), ' from ', added(after), ' in one session'),
  };
};

const previewText = (side: unknown): string => textOf(recordOf(side)['preview']) ?? '?';

export const modulePreview: Describe = (change) => ({
  sentence: sentence(
    'published ',
    added(versionText(change.after) ?? '?'),
    ` of ${moduleText(change)} as the preview ${previewText(change.after)}`,
  ),
});

export const modulePreviewEnd: Describe = (change) => ({
  sentence: sentence('ended the preview ', removed(previewText(change.before)), ` of ${moduleText(change)}`),
});

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

export const moduleSettings: Describe = (change) => {
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
};

export const modulePrune: Describe = (change) => ({
  sentence: sentence(
    'deleted the files of ',
    removed(versionText(change.before) ?? 'a version'),
    ` of ${moduleText(change)}`,
  ),
});

export const serviceGrant: Describe = (change) => ({
  sentence: sentence('granted the service of ', added(moduleText(change))),
});

export const serviceRevoke: Describe = (change) => ({
  sentence: sentence('revoked the service of ', removed(moduleText(change))),
});

export const serviceSend: Describe = (change) => ({
  sentence: sentence('sent a change to the service of ', name(moduleText(change))),
});

const FIRST_ERROR_STATUS = 400;

export const serviceOutcome: Describe = (change) => {
  const status = numberOf(recordOf(change.after)['status']) ?? 0;
  const failed = status === 0 || status >= FIRST_ERROR_STATUS;
  return {
    sentence: sentence(
      `${failed ? 'got an error' : 'got the confirmation'} of a change from the service of `,
      name(moduleText(change)),
    ),
  };
};

export const deployTokenIssue: Describe = (change) => ({
  sentence: sentence(
    'issued the deploy token ',
    added(textOf(recordOf(change.after)['name']) ?? 'without a name'),
    ` for ${moduleText(change)}`,
  ),
});

export const deployTokenRevoke: Describe = (change) => ({
  sentence: sentence(
    'revoked the deploy token ',
    removed(textOf(recordOf(change.before)['name']) ?? 'without a name'),
    ` for ${moduleText(change)}`,
  ),
});

export const deployTokenRotate: Describe = (change) => ({
  sentence: sentence(
    'replaced the deploy token ',
    name(textOf(recordOf(change.after)['name']) ?? 'without a name'),
    ` for ${moduleText(change)}`,
  ),
});

export const deployTokenRefuse: Describe = (change) => ({
  sentence: sentence(
    'was refused with the expired deploy token ',
    name(textOf(recordOf(change.after)['name']) ?? 'without a name'),
    ` for ${moduleText(change)}`,
  ),
});

export const serviceKeyRotate: Describe = () => ({
  sentence: sentence('created the next ', name('signing key'), ' of services'),
});

export const serviceKeyReplace: Describe = () => ({
  sentence: sentence('replaced the ', name('signing key'), ' of services at once'),
});

const flagNames: Record<FlagName, string> = {
  super_admin: 'Super admin',
  task_admin: 'Task admin',
  internal: 'Internal staff',
  developer: 'Developer',
};

const personText = ({ entityId, after }: LoggedChange, names: Names): string =>
  names.person(entityId) ?? textOf(recordOf(after)['name']) ?? 'a former account';

const isFlag = (key: string): key is FlagName => key in flagNames;

export const personAdd: Describe = (change, names) => {
  const flags = Object.entries(recordOf(change.after)).flatMap(([key, value]) =>
    isFlag(key) && value === true ? [flagNames[key]] : [],
  );
  return {
    sentence: sentence('added an account for ', added(personText(change, names))),
    changes: flags.length === 0 ? [] : [{ label: 'Flags', before: null, after: flags.join(', ') }],
  };
};

export const personLink: Describe = (change, names) => ({
  sentence: sentence('linked the account of ', name(personText(change, names)), ' to an identity provider'),
});

export const personUnlink: Describe = (change, names) => ({
  sentence: sentence('unlinked the account of ', name(personText(change, names)), ' from the identity provider'),
});

export const personPassword: Describe = (change, names) => ({
  sentence: sentence('set a new password for ', name(personText(change, names))),
});

export const personProveAddress: Describe = (change, names) => ({
  sentence: sentence('confirmed the address of ', name(personText(change, names)), ' and ended what was set up before'),
});

export const personFlags: Describe = (change, names) => {
  const text = (value: unknown): string => (value === true ? 'On' : 'Off');
  const [was, is] = [recordOf(change.before), recordOf(change.after)];
  const changes = Object.keys(is)
    .filter(isFlag)
    .map((flag): ActivityChange => ({ label: flagNames[flag], before: text(was[flag]), after: text(is[flag]) }));
  return { sentence: sentence('changed the flags of ', name(personText(change, names))), changes };
};

export const personUpdate: Describe = (change, names) => {
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
};

export const personDeactivate: Describe = (change, names) => {
  const ended = numberOf(recordOf(change.after)['sessions']) ?? 0;
  const isDeleted = recordOf(change.after)['deleted'] === true;
  return {
    sentence: sentence(
      isDeleted ? 'deleted the account of ' : 'deactivated the account of ',
      (isDeleted ? removed : name)(personText(change, names)),
      ended === 0 ? '' : ` and ended ${plural(ended, 'session')}`,
    ),
  };
};

export const personReactivate: Describe = (change, names) => ({
  sentence: sentence('reactivated the account of ', added(personText(change, names))),
});

const tokenText = (side: unknown): string => textOf(recordOf(side)['name']) ?? 'without a name';

export const scimTokenIssue: Describe = ({ after }) => ({
  sentence: sentence('issued the provisioning token ', added(tokenText(after))),
});

export const scimTokenRevoke: Describe = ({ before }) => ({
  sentence: sentence('revoked the provisioning token ', removed(tokenText(before))),
});

export const scimTokenRotate: Describe = ({ after }) => ({
  sentence: sentence('replaced the provisioning token ', name(tokenText(after))),
});

export const scimTokenRefuse: Describe = ({ after }) => ({
  sentence: sentence('was refused with the expired provisioning token ', name(tokenText(after))),
});

const scimRefusalTexts: Readonly<Record<string, string>> = {
  invalidSyntax: 'it doesn’t follow the standard',
  invalidPath: 'it names an unknown field',
  invalidFilter: 'its filter isn’t supported',
  noTarget: 'it names nothing to change',
  mutability: 'it changes what is fixed',
  uniqueness: 'the account exists already',
  lastAdmin: 'nobody would be left to administer the console',
};

export const scimRefuse: Describe = ({ after }) => ({
  sentence: sentence(
    'sent a provisioning request that was refused: ',
    name(scimRefusalTexts[textOf(recordOf(after)['reason']) ?? ''] ?? 'a value isn’t valid'),
  ),
});

export const sessionEnd: Describe = (change, names) => ({
  sentence: sentence(
    'signed out ',
    name(personText(change, names)),
    ` (${plural(numberOf(recordOf(change.before)['sessions']) ?? 0, 'session')})`,
  ),
});

/** `Nov 1, 2026`, of epoch seconds in UTC. */
const dayOf = (value: unknown): string | null => {
  const seconds = numberOf(value);
  return seconds === undefined ? null : dayText(new Date(seconds * 1000).toISOString().slice(0, 10));
};

export const auditExpire: Describe = ({ after }) => {
  const { entries, before } = recordOf(after);
  const day = dayOf(before);
  return {
    sentence: sentence(
      `deleted ${plural(numberOf(entries) ?? 0, 'entry', 'entries')} of `,
      name('the audit log'),
      day === null ? '' : ` from before ${day}`,
    ),
  };
};

export const auditExport: Describe = ({ after }) => {
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
};
