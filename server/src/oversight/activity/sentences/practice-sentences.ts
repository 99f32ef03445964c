/** Sentences about members, phone numbers, sync and practices. */
import type { CommandKind } from 'shared-api/agent';
import { listText, type Right, plural, rightActions, rights, roleLabel } from 'shared-api/contracts';
import type { ActivityChange } from 'shared-api/contracts/activity';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { Describe, LoggedChange, Viewer } from '../logged-change.js';
import type { Names } from '../names.js';
import { listOf, numberOf, recordOf, textOf, textsOf } from '../recorded.js';
import { added, fromTo, name, namesOf, removed, restOf, sentence } from '../sentence.js';

const MEMBERS = 'practice/members';

/**
 * The member whose membership changed, without their email address. An invited person appears under the name that the
 * practice typed, so that the practice learns no other one.
 */
const memberOf = ({ entityId, before, after }: LoggedChange, names: Names): string =>
  textOf(recordOf(after)['invited_as']) ??
  textOf(recordOf(before)['invited_as']) ??
  names.person(entityId) ??
  'a former member';

function rightsText(rights: unknown): string {
  if (!Array.isArray(rights)) return 'those of the role';
  const actions = textsOf(rights).flatMap((right) => rightActions[right as Right] ?? []);
  return actions.length === 0 ? 'none' : listText(actions);
}

const roleOf = (side: unknown): string => roleLabel(textOf(recordOf(side)['role']) ?? 'staff');

const PHONE_NUMBERS = 'phone-numbers';

/** The owner of the voice account, never its id. */
function accountText(practiceId: number, sid: unknown, names: Names): string {
  const account = textOf(sid);
  const owner = account === undefined ? undefined : names.voiceAccount(account);
  if (owner === undefined) return 'the organization’s account';
  return owner === practiceId ? 'the practice’s account' : 'another practice’s account';
}

/** The source and destination of a move. Old entries of failed moves have no destination. */
function moveOf({ practiceId, before, after }: LoggedChange, names: Names) {
  const [was, is] = [recordOf(before), recordOf(after)];
  const from = accountText(practiceId, was['account'], names);
  const destination = textOf(is['destination']) ?? (is['account'] === was['account'] ? undefined : is['account']);
  const otherAccount = from === 'the practice’s account' ? 'the organization’s account' : 'the practice’s account';
  return {
    number: phoneText(textOf(was['phone_number'])),
    from,
    to: destination === undefined ? otherAccount : accountText(practiceId, destination, names),
    message: textOf(is['message']),
  };
}

/** `+13125550142` → `(312) 555-0142`. */
function phoneText(number: string | undefined): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number ?? '');
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : (number ?? 'a phone number');
}

/** `provider Noah Walsh`, or `providers Noah Walsh and Priya Nair`. */
const providers = (names: readonly string[], mark: typeof added) => [
  names.length === 1 ? 'provider ' : 'providers ',
  ...namesOf(names, mark),
];

const commandTexts: Record<CommandKind, string> = {
  sync_now: 'a sync',
  full_update: 'a full update',
  restart_database_service: 'a restart of the database service',
  restart_phone_service: 'a restart of the phone service',
  unblock: 'that the PMS update is unblocked',
};

/**
 * Whether the reader may see the item's card, by the right that the card needed when the item was closed. Earlier
 * entries don't record it, so only readers with every right see them.
 */
function seesCard(card: unknown, viewer: Viewer): boolean {
  if (card === undefined) return rights.every((right) => viewer.holds(right));
  const { right, super_admin: superAdmin } = recordOf(card);
  if (superAdmin === true && !viewer.superAdmin) return false;
  return right === undefined || rights.some((one) => one === right && viewer.holds(one));
}

/**
 * An overview item that a person closed. The card comes from the catalog here; the title is what the person's browser
 * showed.
 */
const attentionClose =
  (verb: string): Describe =>
  ({ after }, _names, viewer) => {
    const { card, title, reason } = recordOf(after);
    const of = textOf(recordOf(card)['title']);
    const shown = textOf(title);
    return {
      sentence: sentence(`${verb} an item of `, name(of === undefined ? 'the overview' : `“${of}”`)),
      changes: seesCard(card, viewer)
        ? [
            { label: 'Shown as', before: null, after: shown === undefined ? null : `“${shown}”` },
            { label: 'Reason', before: null, after: textOf(reason) ?? null },
          ]
        : [],
    };
  };

export const practiceSentences = {
  'members.add': (change, names) => ({
    sentence: sentence('added ', added(memberOf(change, names)), ` as ${roleOf(change.after)}`),
    page: MEMBERS,
  }),

  'members.update': (change, names) => {
    const [was, is] = [recordOf(change.before), recordOf(change.after)];
    const changes: ActivityChange[] = [];
    if (was['role'] !== is['role']) changes.push({ label: 'role', before: roleOf(was), after: roleOf(is) });
    if (JSON.stringify(was['rights']) !== JSON.stringify(is['rights'])) {
      changes.push({ label: 'rights', before: rightsText(was['rights']), after: rightsText(is['rights']) });
    }
    const [only] = changes;
    const who = name(memberOf(change, names));
    if (only && changes.length === 1 && only.label === 'role') {
      return { sentence: sentence('changed the role of ', who, ...fromTo(only)), page: MEMBERS };
    }
    const labelled = changes.map((one) => ({ ...one, label: one.label === 'role' ? 'Role' : 'Rights' }));
    return { sentence: sentence('changed what ', who, ' may do'), changes: labelled, page: MEMBERS };
  },

  'members.remove': (change, names) => ({
    sentence: sentence('removed ', removed(memberOf(change, names)), ` (${roleOf(change.before)})`),
    page: MEMBERS,
  }),

  'members.invite': (change, names) => ({
    sentence: sentence('invited ', added(memberOf(change, names)), ` as ${roleOf(change.after)}`),
    page: MEMBERS,
  }),

  'members.invite_again': (change, names) => ({
    sentence: sentence('invited ', name(memberOf(change, names)), ' again'),
    page: MEMBERS,
  }),

  'members.withdraw': (change, names) => ({
    sentence: sentence('withdrew the invitation of ', removed(memberOf(change, names)), ` (${roleOf(change.before)})`),
    page: MEMBERS,
  }),

  'members.join': ({ after }) => ({
    sentence: sentence('joined as ', added(roleOf(after))),
    page: MEMBERS,
  }),

  'members.decline': ({ before }) => ({
    sentence: sentence('declined the invitation as ', name(roleOf(before))),
    page: MEMBERS,
  }),

  'members.deactivate': (change, names) => ({
    sentence: sentence('deactivated ', name(memberOf(change, names)), ` (${roleOf(change.after)})`),
    page: MEMBERS,
  }),

  'members.reactivate': (change, names) => ({
    sentence: sentence('reactivated ', added(memberOf(change, names)), ` as ${roleOf(change.after)}`),
    page: MEMBERS,
  }),

  'membership.copy': ({ after }, names) => {
    const side = recordOf(after);
    const from = names.practice(numberOf(side['from']) ?? 0) ?? 'the practice of the clinic';
    return {
      sentence: sentence('took over ', added(plural(numberOf(side['members']) ?? 0, 'member')), ` from ${from}`),
      page: MEMBERS,
    };
  },

  'phone_number.label': ({ before, after }) => {
    const [was, is] = [recordOf(before), recordOf(after)];
    const [former, label] = [textOf(was['label']), textOf(is['label'])];
    const number = name(phoneText(textOf(was['phone_number'])));
    return {
      sentence:
        label === undefined
          ? sentence('removed the label ', removed(former ?? ''), ' of ', number)
          : sentence('labeled ', number, ' ', added(label)),
      changes: former === undefined || label === undefined ? [] : [{ label: 'Label', before: former, after: label }],
      internalPage: PHONE_NUMBERS,
    };
  },

  'phone_number.move': (change, names) => {
    const { number, from, to, message } = moveOf(change, names);
    return {
      sentence: sentence('moved ', name(number), ...fromTo({ label: '', before: from, after: to })),
      changes: message === undefined ? [] : [{ label: 'Note', before: null, after: message }],
      internalPage: PHONE_NUMBERS,
    };
  },

  'phone_number.move_failed': (change, names) => {
    const { number, from, to, message } = moveOf(change, names);
    return {
      sentence: sentence(
        'couldn’t move ',
        name(number),
        ` from ${from} to ${to}`,
        message === undefined ? '' : `: ${message}`,
      ),
      internalPage: PHONE_NUMBERS,
    };
  },

  'phone_number.move_unknown': (change, names) => {
    const { number, from, to } = moveOf(change, names);
    return {
      sentence: sentence(
        'started to move ',
        name(number),
        ` from ${from} to ${to}. The voice provider didn’t say whether it arrived`,
      ),
      internalPage: PHONE_NUMBERS,
    };
  },

  'pms_providers.change': ({ before, after }) => {
    const [gone, come] = [textsOf(before), textsOf(after)];
    return {
      sentence: sentence(
        ...(come.length > 0 ? ['added ', ...providers(come, added)] : []),
        come.length > 0 && gone.length > 0 ? ', and ' : '',
        ...(gone.length > 0 ? ['removed ', ...providers(gone, removed)] : []),
      ),
      changes: [...restOf('Added', come, 'after'), ...restOf('Removed', gone, 'before')],
      page: 'practice/provider-hours',
    };
  },

  'sync.command': ({ after }) => {
    const kind = textOf(recordOf(after)['kind']) as CommandKind | undefined;
    return {
      sentence: sentence('requested ', name((kind && commandTexts[kind]) ?? 'a command of the sync agent')),
      page: 'practice/general',
    };
  },

  'agent_token.issue': ({ after }) => ({
    sentence: sentence('issued the sync agent’s token ', added(textOf(recordOf(after)['name']) ?? 'without a name')),
  }),

  'agent_token.revoke': ({ before }) => ({
    sentence: sentence(
      'revoked the sync agent’s token ',
      removed(textOf(recordOf(before)['name']) ?? 'without a name'),
    ),
  }),

  'agent_token.rotate': ({ after }) => ({
    sentence: sentence('replaced the sync agent’s token ', name(textOf(recordOf(after)['name']) ?? 'without a name')),
  }),

  'agent_token.refuse': ({ after }) => ({
    sentence: sentence(
      'was refused with the expired token ',
      name(textOf(recordOf(after)['name']) ?? 'without a name'),
    ),
  }),

  /** The area's name at the time of the read. */
  'practice.read': ({ entityId }) => ({ sentence: sentence('viewed ', name(entityId)) }),

  'support_access.open': ({ after }) => {
    const { reason, hours } = recordOf(after);
    return {
      sentence: sentence(
        'opened the practice for ',
        name(plural(numberOf(hours) ?? 0, 'hour')),
        ': ',
        name(textOf(reason) ?? 'no reason'),
      ),
    };
  },

  'support_access.end': ({ actor, entityId }, names) => ({
    sentence:
      actor.id === entityId
        ? sentence('ended their support access')
        : sentence('ended the support access of ', name(names.person(entityId) ?? 'a former account')),
  }),

  'support_access.expire': ({ before, entityId }, names) => ({
    sentence: sentence(
      'ended the support access of ',
      name(names.person(entityId) ?? 'a former account'),
      ` after ${plural(numberOf(recordOf(before)['hours']) ?? 0, 'hour')}`,
    ),
  }),

  'practice.add': ({ practiceId, after }, names) => ({
    sentence: sentence(
      'added the practice ',
      added(textOf(recordOf(after)['name']) ?? names.practice(practiceId) ?? ''),
    ),
    page: 'practice/general',
    internalPage: 'subscriptions',
  }),

  'clinic_practices.start': ({ after }) => {
    const clinics = listOf(recordOf(after)['clinics']).flatMap((clinic) => textOf(recordOf(clinic)['name']) ?? []);
    return {
      sentence: sentence('began to create practices of the clinics ', ...namesOf(clinics, added)),
      changes: restOf('Clinics', clinics, 'after'),
      page: 'practice/general',
    };
  },

  'clinic_practice.create': ({ after }, names) => {
    const side = recordOf(after);
    const created = numberOf(side['practice']);
    const title = textOf(side['name']) ?? (created === undefined ? undefined : names.practice(created));
    return {
      sentence: sentence('created the practice ', added(title ?? 'of a clinic'), ' from a clinic of this one'),
      page: 'practice/general',
    };
  },

  'attention.settle': attentionClose('settled'),

  'attention.dismiss': attentionClose('dismissed'),
} satisfies Partial<Record<AuditAction, Describe>>;
