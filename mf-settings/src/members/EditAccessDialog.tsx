import type { Member } from 'shared-api/contracts';
import { FormDialog, useStoredForm } from 'shared-ui';
import { Alert, AlertTitle, Stack } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { type Access, accessOf, isSameAccess, toRequest } from './access';
import { AccessFields } from './AccessFields';
import { accessRecord, isAccess } from './stored-member';
import { type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members.edit;

/** Edits the role and the rights of a member. A failed save and a reload keep the edits. */
export function EditAccessDialog({ member, onClose }: { member: Member; onClose: () => void }): ReactNode {
  const { name } = member;
  const { update, busy } = useMemberCalls();
  const { form: access, setForm: setAccess } = useStoredForm<Access>({
    record: accessRecord(usePractice().id),
    request: member.user_id,
    initial: accessOf(member),
    isForm: isAccess,
  });
  const [problem, setProblem] = useState<MemberProblem | null>(null);
  const dirty = !isSameAccess(access, accessOf(member));

  const onSave = async (): Promise<void> => {
    const refused = await update(member, toRequest(access), text.done(name));
    setProblem(refused);
    if (!refused) onClose();
  };

  return (
    <FormDialog
      title={text.title(name)}
      busy={busy}
      isChanged={dirty}
      confirmLabel={messages.members.save}
      reason={dirty || busy ? undefined : text.nothing}
      onConfirm={() => void onSave()}
      onClose={onClose}
    >
      <Stack spacing={4}>
        {problem && Object.keys(problem.fields).length === 0 && (
          <Alert severity="error" role="alert">
            <AlertTitle>{text.failed(name)}</AlertTitle>
            <span>{problem.message}</span>
          </Alert>
        )}
        <AccessFields access={access} onChange={setAccess} errors={problem?.fields ?? {}} />
      </Stack>
    </FormDialog>
  );
}
