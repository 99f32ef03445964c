/** Mutations of members with their toasts, and the update of the person's own rights. */
import { isApiError, serverMessage } from 'shared-api';
import type { BodyOf, addMember, Member, updateMember } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { api, useAddMemberMutation, useRemoveMemberMutation, useUpdateMemberMutation } from '../api';
import { messages } from '../messages';

const text = messages.members;

/** Why the server rejected a change: errors by field, and one message for the whole change. */
export interface MemberProblem {
  message: string;
  fields: Readonly<Record<string, string>>;
}

export interface MemberCalls {
  /** Each resolves to null after the change is saved and confirmed in a toast. */
  add: (body: BodyOf<typeof addMember>) => Promise<MemberProblem | null>;
  update: (member: Member, body: BodyOf<typeof updateMember>, done: string) => Promise<MemberProblem | null>;
  remove: (member: Member) => Promise<MemberProblem | null>;
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

  const dispatch = useDispatch();

  /** Stores the list in the response as the current members. */
  const succeed = (value: Member[], message: string): null => {
    dispatch(api.util.upsertQueryEntries([{ endpointName: 'listMembers', arg: { practice: practiceId }, value }]));
    notify({ severity: 'success', message });
    return null;
  };
  /** Makes the shell refetch the practice, with the person's new rights in it. */
  const reportOwn = ({ user_id: userId }: Member): void => {
    if (userId === session.user.id) publish('practice-changed', { practice: practiceId });
  };

  return {
    async add(body) {
      const { data, error } = await sendAdded({ practice: practiceId, body });
      return data ? succeed(data, text.add.done(body.email)) : problemOf(error, text.add.failed);
    },
    async update(member, body, done) {
      const { data, error } = await sendUpdate({ practice: practiceId, member: member.user_id, body });
      if (!data) return problemOf(error, text.edit.failed(member.name));
      reportOwn(member);
      return succeed(data, done);
    },
    async remove(member) {
      const { data, error } = await sendRemoved({ practice: practiceId, member: member.user_id });
      if (!data) return problemOf(error, text.remove.failed(member.name));
      reportOwn(member);
      return succeed(data, text.remove.done(member.name, practiceName));
    },
    busy: adding.isLoading || updating.isLoading || removing.isLoading,
  };
}
