import { commonMessages, TitledDialog } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Alert, AlertTitle, Button, Stack, Typography } from 'shared-ui/mui';
import { useDiscardQuestion } from 'shared-ui/remote';
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { messages } from '../messages';
import { type Access, isSameAccess, toRequest } from './access';
import { AccessFields } from './AccessFields';
import { type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members.add;
const offered: Access = { role: 'staff', rights: null };

/** Adds a person with an account as a member. A failed request keeps the typed values. */
export function AddMemberDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { add, busy } = useMemberCalls();
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState<Access>(offered);
  const [problem, setProblem] = useState<MemberProblem | null>(null);
  const form = useId();
  const emailField = useRef<HTMLInputElement>(null);
  const untouched = email.trim() === '' && isSameAccess(access, offered);
  const { close, question } = useDiscardQuestion(untouched ? null : text.unsaved, onClose);

  const onSubmit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const missing = email.trim() === '' ? { message: '', fields: { email: text.emailMissing } } : null;
    const refused = missing ?? (await add({ email: email.trim(), ...toRequest(access) }));
    setProblem(refused);
    if (!refused) onClose();
    else if (refused.fields['email'] !== undefined) emailField.current?.focus();
  };
  // An error shown at a field is not repeated here.
  const general = problem && Object.keys(problem.fields).length === 0 ? problem.message : null;

  return (
    <TitledDialog
      open
      maxWidth="xs"
      title={text.title}
      onClose={busy ? undefined : close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button variant="contained" type="submit" form={form} loading={busy}>
            {text.button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void onSubmit(event)}>
        <Stack spacing={4}>
          <Typography color="textSecondary">{text.lead}</Typography>
          {general !== null && (
            <Alert severity="error" role="alert">
              <AlertTitle>{text.failed}</AlertTitle>
              {general}
            </Alert>
          )}
          <TextField
            inputRef={emailField}
            type="email"
            name="email"
            label={text.email}
            required
            autoFocus
            autoComplete="off"
            value={email}
            errorText={problem?.fields['email']}
            onChange={(event) => setEmail(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 320 } }}
          />
          <AccessFields access={access} onChange={setAccess} errors={problem?.fields ?? {}} />
        </Stack>
      </form>
      {question}
    </TitledDialog>
  );
}
