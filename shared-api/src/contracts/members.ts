/** Members of a practice with their roles and rights. Owners, super admins and task admins manage them. */
import * as z from 'zod/mini';
import { grantableRights, memberRoles, rights } from '../rules/rights.js';
import { defineCall, practiceId, practiceParams } from './call.js';

export const member = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  /** The rights that the member holds. */
  rights: z.array(z.enum(rights)),
  /** True for individual rights, false for those of the role. */
  has_own_rights: z.boolean(),
});
export type Member = z.infer<typeof member>;

/** Individual rights; null for those of the role. Must be null for `owner`, because owners hold every right. */
const chosenRights = z.nullable(z.array(z.enum(grantableRights)).check(z.maxLength(grantableRights.length)));
const role = z.enum(memberRoles);
const memberParams = z.object({ practice: practiceId, member: z.uuid() });
const members = z.object({ members: z.array(member) });

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
  summary: 'Make somebody with an account a member of the practice',
  params: practiceParams,
  body: z.strictObject({
    email: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)),
    role,
    rights: chosenRights,
  }),
  answer: members,
});

export const updateMember = defineCall({
  name: 'updateMember',
  method: 'PUT',
  path: '/api/:practice/members/:member/',
  access: 'practice',
  right: 'members',
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
  summary: 'End the membership of a person',
  params: memberParams,
  answer: members,
});
