/** Members of a practice with their roles and rights. Owners, super admins and task admins manage them. */
import * as z from 'zod/mini';
import { emailAddress } from './email-address.js';
import { MAX_PERSON_NAME_LENGTH } from '../rules/person-name.js';
import { grantableRights, memberRoles, rights } from '../rules/rights.js';
import { defineCall, practiceId, practiceParams } from './call.js';
import { typedName } from './typed-name.js';

/** Ways to sign in. `passkey` includes passkeys used as a second step after the password. */
export const signInWays = ['password', 'passkey', 'identity_provider'] as const;
export type SignInWay = (typeof signInWays)[number];

/**
 * Only active members have access. Invited members haven't joined yet. Deactivated members get their role and rights
 * back when reactivated.
 */
const memberStates = ['active', 'invited', 'deactivated'] as const;

export const member = z.object({
  /** For invited members, the invitation's id, which reveals no account. */
  user_id: z.string(),
  /** For invited members, the name that the practice entered. */
  name: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  /** The rights that the member holds. */
  rights: z.array(z.enum(rights)),
  /** True for individual rights, false for those of the role. */
  has_own_rights: z.boolean(),
  state: z.enum(memberStates),
  /** True if the person signs in with an identity provider. */
  is_linked: z.boolean(),
  /** Null for invited members, whose account isn't revealed. */
  sign_in: z.nullable(
    z.object({
      ways: z.array(z.enum(signInWays)),
      /** True if the password alone isn't enough. */
      has_second_step: z.boolean(),
      /** In epoch seconds. Null for people who haven't signed in with a browser. */
      last_at: z.nullable(z.int()),
    }),
  ),
  /** Null except for invited members. */
  invitation: z.nullable(
    z.object({
      /** When the invitation expires, in epoch seconds. Null for invitations from before this was stored. */
      link_expires_at: z.nullable(z.int()),
      has_expired: z.boolean(),
      /** How the invitation reaches the person when it is sent again, as in the answer of `inviteAgain`. Absent from older servers. */
      delivery: z.optional(z.enum(['mail', 'link', 'sign_in'])),
    }),
  ),
});
export type Member = z.infer<typeof member>;

export const MAX_MEMBER_NAME_LENGTH = MAX_PERSON_NAME_LENGTH;

/** A name that one person enters for another. */
const personName = typedName(MAX_MEMBER_NAME_LENGTH);

/** Individual rights; null for those of the role. Must be null for `owner`, because owners have every right. */
const chosenRights = z.nullable(z.array(z.enum(grantableRights)).check(z.maxLength(grantableRights.length)));
const role = z.enum(memberRoles);
const memberParams = z.object({ practice: practiceId, member: z.uuid() });
const members = z.object({ members: z.array(member) });

/** How an invitation reaches the person. */
const invitation = z.object({
  /**
   * `mail`: the console emails a link. `link`: the inviting person passes on `link_path`. `sign_in`: the person signs
   * in with the identity provider. `provider`, only from older servers: the person asks the console's provider for a
   * link.
   */
  delivery: z.enum(['mail', 'link', 'sign_in', 'provider']),
  /** Path and fragment of the link. No other response contains it. */
  link_path: z.nullable(z.string()),
  /** In epoch seconds. */
  expires_at: z.nullable(z.int()),
});
export type Invitation = z.infer<typeof invitation>;

export const listMembers = defineCall({
  name: 'listMembers',
  method: 'GET',
  path: '/api/:practice/members/',
  access: 'practice',
  right: 'members',
  summary: 'Members of the practice with their roles and rights; owners first, then by name',
  params: practiceParams,
  answer: members,
});

export const addMember = defineCall({
  name: 'addMember',
  method: 'POST',
  path: '/api/:practice/members/',
  access: 'practice',
  right: 'members',
  stepUp: true,
  summary: 'Invite somebody to the practice, whether they have an account or not',
  params: practiceParams,
  body: z.strictObject({
    email: emailAddress,
    /** The name for a new account, and in the list until the person joins. By default the start of the address. */
    name: z.optional(personName),
    role,
    rights: chosenRights,
  }),
  /** Null only from older servers, where the person became a member immediately. */
  answer: z.object({ members: z.array(member), invitation: z.nullable(invitation) }),
});

export const inviteAgain = defineCall({
  name: 'inviteAgain',
  method: 'POST',
  path: '/api/:practice/members/:member/invitation/',
  access: 'practice',
  right: 'members',
  stepUp: true,
  summary: 'Resend an invitation, or create another link; the previous link stops working',
  params: memberParams,
  answer: z.object({ members: z.array(member), invitation }),
});

export const updateMember = defineCall({
  name: 'updateMember',
  method: 'PUT',
  path: '/api/:practice/members/:member/',
  access: 'practice',
  right: 'members',
  stepUp: true,
  summary: 'Change the role and the rights of a member',
  params: memberParams,
  body: z.strictObject({ role, rights: chosenRights }),
  answer: members,
});

export const removeMember = defineCall({
  name: 'removeMember',
  method: 'DELETE',
  path: '/api/:practice/members/:member/',
  access: 'practice',
  right: 'members',
  summary: 'End a person’s membership, or withdraw their invitation',
  params: memberParams,
  answer: members,
});

export const deactivateMember = defineCall({
  name: 'deactivateMember',
  method: 'POST',
  path: '/api/:practice/members/:member/deactivation/',
  access: 'practice',
  right: 'members',
  summary: 'Deactivate a member; their role, rights and history are kept',
  params: memberParams,
  answer: members,
});

export const unlinkMember = defineCall({
  name: 'unlinkMember',
  method: 'DELETE',
  path: '/api/:practice/members/:member/identity/',
  access: 'super-admin',
  stepUp: true,
  summary: 'Unlink a member from the identity provider after their subject there has changed, and end their sessions',
  params: memberParams,
  answer: members,
});

export const reactivateMember = defineCall({
  name: 'reactivateMember',
  method: 'DELETE',
  path: '/api/:practice/members/:member/deactivation/',
  access: 'practice',
  right: 'members',
  stepUp: true,
  summary: 'Reactivate a deactivated member',
  params: memberParams,
  answer: members,
});
