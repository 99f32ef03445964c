import { type Member, type MemberRole, roleLabels } from 'shared-api/contracts';
import { ConfirmDialog } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import { Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { accessOf, toRequest } from './access';
import { roleOptions } from './AccessFields';
import { useMemberCalls } from './use-member-calls';

/** Selects and saves the role of a member. Asks first if somebody becomes an owner or stops being one. */
export function RoleSelect({ member }: { member: Member }): ReactNode {
  const { name, role } = member;
  const { session, notify } = useRemote();
  const { update, busy } = useMemberCalls();
  const [asked, setAsked] = useState<{ to: MemberRole; question: typeof messages.members.role.ofSelf | null } | null>(
    null,
  );
  const [problem, setProblem] = useState<string>();

  const save = async (to: MemberRole): Promise<void> => {
    setProblem(undefined);
    const refused = await update(
      member,
      toRequest({ ...accessOf(member), role: to }),
      messages.members.role.done(name, roleLabels[to]),
    );
    setAsked(null);
    if (!refused) return;
    const message = refused.fields['role'] ?? refused.message;
    setProblem(message);
    notify({ severity: 'error', message: `${messages.members.role.failed(name)}. ${message}` });
  };
  const onChange = (to: MemberRole): void => {
    const givesUp = role === 'owner' && member.user_id === session.user.id;
    if (busy || to === role) return;
    if (to === 'owner') setAsked({ to, question: null });
    else if (givesUp) setAsked({ to, question: messages.members.role.ofSelf });
    else void save(to);
  };

  const { toOwner } = messages.members.role;
  const question = asked && (asked.question ?? { ...toOwner, title: toOwner.title(name) });
  return (
    <>
      <SelectField<MemberRole>
        label={messages.members.roleOf(name)}
        hideLabel
        value={role}
        options={roleOptions}
        errorText={problem}
        onChange={(event) => onChange(event.target.value)}
      />
      {asked && question && (
        <ConfirmDialog
          open
          busy={busy}
          title={question.title}
          confirmLabel={question.confirm}
          onConfirm={() => void save(asked.to)}
          onCancel={() => setAsked(null)}
        >
          <Typography>{question.text}</Typography>
        </ConfirmDialog>
      )}
    </>
  );
}
