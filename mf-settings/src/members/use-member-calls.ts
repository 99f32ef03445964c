/** Mutations of members with their toasts, and the update of the user's own rights. */
import { isApiError, serverMessage } from 'shared-api';
import type { BodyOf, addMember, Invitation, Member, updateMember } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import {
  api,
  useAddMemberMutation,
  useDeactivateMemberMutation,
  useInviteAgainMutation,
  useReactivateMemberMutation,
  useRemoveMemberMutation,
  useUnlinkMemberMutation,
  useUpdateMemberMutation,
} from '../api';
import { messages } from '../messages';

const text = messages.members;

/** Why the server rejected a change: errors by field, and one message for the whole change. */
export interface MemberProblem {
  message: string;
  fields: Readonly<Record<string, string>>;
}

export interface InvitationResult {
  invitation: Invitation;
  /** Name of the invited person. */
  member: Pick<Member, 'name' | 'email'>;
  /** Whether the link was copied immediately; undefined if not attempted. */
  isCopied?: boolean;
}

/** A problem, or an invitation to show. Neither after a change confirmed by a toast. */
export interface AddResult {
  problem: MemberProblem | null;
  show: InvitationResult | null;
}

export interface MemberCalls {
  add: (body: BodyOf<typeof addMember>) => Promise<AddResult>;
  inviteAgain: (member: Member) => Promise<AddResult>;
  /** Each resolves to null once the change is saved and confirmed in a toast. */
  update: (member: Member, body: BodyOf<typeof updateMember>, done: string) => Promise<MemberProblem | null>;
  /** Withdraws an invitation. */
  remove: (member: Member) => Promise<MemberProblem | null>;
  deactivate: (member: Member) => Promise<MemberProblem | null>;
  reactivate: (member: Member) => Promise<MemberProblem | null>;
  /** Ends the link to the identity provider. */
  unlink: (member: Member) => Promise<MemberProblem | null>;
  busy: boolean;
}

function problemOf(error: unknown, otherwise: string): MemberProblem {
  if (!isApiError(error)) return { message: otherwise, fields: {} };
  // Without a response, the text of the error says what to do next.
  return {
    message: serverMessage(error) ?? (error.message === '' ? otherwise : error.message),
    fields: error.fields ?? {},
  };
}

export function useMemberCalls(): MemberCalls {
  const { id: practiceId, name: practiceName } = usePractice();
  const { session, notify, publish } = useRemote();
  const [sendAdded, adding] = useAddMemberMutation();
  const [sendUpdate, updating] = useUpdateMemberMutation();
  const [sendRemoved, removing] = useRemoveMemberMutation();
  const [sendAgain, inviting] = useInviteAgainMutation();
  const [sendDeactivated, deactivating] = useDeactivateMemberMutation();
  const [sendReactivated, reactivating] = useReactivateMemberMutation();
  const [sendUnlinked, unlinking] = useUnlinkMemberMutation();

  const dispatch = useDispatch();

  /** Stores the list in the response as the current members. */
  const store = (value: Member[]): void => {
    dispatch(api.util.upsertQueryEntries([{ endpointName: 'listMembers', arg: { practice: practiceId }, value }]));
  };
  const succeed = (value: Member[], message: string): null => {
    store(value);
    notify({ severity: 'success', message });
    return null;
  };
  /** A toast confirms a sent email. Any other invitation needs the user's attention. */
  const delivered = (members: Member[], invitation: Invitation, member: InvitationResult['member']): AddResult => {
    if (invitation.delivery === 'mail') succeed(members, text.invitation.sent(member.email));
    else store(members);
    return { problem: null, show: invitation.delivery === 'mail' ? null : { invitation, member } };
  };
  /** Makes the shell refetch the practice with the user's new rights. */
  const reportOwn = ({ user_id: userId }: Member): void => {
    if (userId === session.user.id) publish('practice-changed', { practice: practiceId });
  };

  return {
    async add(body) {
      const { data, error } = await sendAdded({ practice: practiceId, body });
      if (!data) return { problem: problemOf(error, text.add.failed), show: null };
      const { members, invitation } = data;
      // An older server makes a person with an account a member immediately.
      if (!invitation) {
        store(members);
        return { problem: null, show: null };
      }
      return delivered(members, invitation, { name: body.name ?? body.email, email: body.email });
    },
    async inviteAgain(member) {
      const { data, error } = await sendAgain({ practice: practiceId, member: member.user_id });
      if (data) return delivered(data.members, data.invitation, member);
      return { problem: problemOf(error, text.invitation.failed(member.name)), show: null };
    },
    async update(member, body, done) {
      const { data, error } = await sendUpdate({ practice: practiceId, member: member.user_id, body });
      if (!data) return problemOf(error, text.edit.failed(member.name));
      reportOwn(member);
      return succeed(data, done);
    },
    async remove(member) {
      const { data, error } = await sendRemoved({ practice: practiceId, member: member.user_id });
      const isInvited = member.state === 'invited';
      const texts = isInvited ? text.invitation.withdraw : text.remove;
      if (!data) return problemOf(error, texts.failed(member.name));
      reportOwn(member);
      return succeed(data, texts.done(member.name, practiceName));
    },
    async deactivate(member) {
      const { data, error } = await sendDeactivated({ practice: practiceId, member: member.user_id });
      return data
        ? succeed(data, text.deactivate.done(member.name))
        : problemOf(error, text.deactivate.failed(member.name));
    },
    async reactivate(member) {
      const { data, error } = await sendReactivated({ practice: practiceId, member: member.user_id });
      return data
        ? succeed(data, text.reactivate.done(member.name))
        : problemOf(error, text.reactivate.failed(member.name));
    },
    async unlink(member) {
      const { data, error } = await sendUnlinked({ practice: practiceId, member: member.user_id });
      return data ? succeed(data, text.unlink.done(member.name)) : problemOf(error, text.unlink.failed(member.name));
    },
    busy: [adding, updating, removing, inviting, deactivating, reactivating, unlinking].some(
      ({ isLoading }) => isLoading,
    ),
  };
}
