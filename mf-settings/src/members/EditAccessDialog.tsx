import type { Member } from 'shared-api/contracts';
import { commonMessages, TitledDialog } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack } from 'shared-ui/mui';
import { useDiscardQuestion } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { accessOf, isSameAccess, toRequest } from './access';
import { AccessFields } from './AccessFields';
import { type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members.edit;

/** Edits the role and the rights of a member. A failed save keeps the edits. */
export function EditAccessDialog({ member, onClose }: { member: Member; onClose: () => void }): ReactNode {
  const { name } = member;
  const { update, busy } = useMemberCalls();
  const [access, setAccess] = useState(() => accessOf(member));
  const [problem, setProblem] = useState<MemberProblem | null>(null);
  const dirty = !isSameAccess(access, accessOf(member));
  const { close, question } = useDiscardQuestion(dirty ? text.unsaved(name) : null, onClose);

  const onSave = async (): Promise<void> => {
    const refused = await update(member, toRequest(access), text.done(name));
    setProblem(refused);
    if (!refused) onClose();
  };

  return (
    <TitledDialog
      open
      maxWidth="xs"
      title={text.title(name)}
      onClose={busy ? undefined : close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button
            variant="contained"
            loading={busy}
            reason={dirty || busy ? undefined : text.nothing}
            onClick={() => void onSave()}
          >
            {messages.members.save}
          </Button>
        </>
      }
    >
      <Stack spacing={4}>
        {problem && Object.keys(problem.fields).length === 0 && (
          <Alert severity="error" role="alert">
            <AlertTitle>{text.failed(name)}</AlertTitle>
            {problem.message}
          </Alert>
        )}
        <AccessFields access={access} onChange={setAccess} errors={problem?.fields ?? {}} />
      </Stack>
      {question}
    </TitledDialog>
  );
}
