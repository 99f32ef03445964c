import { MAX_MEMBER_NAME_LENGTH } from 'shared-api/contracts';
import { FormDialog } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { useStoredDialog } from 'shared-ui/versioned';
import { type ReactNode, type SyntheticEvent, useId, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { type Access, isSameAccess, toRequest } from './access';
import { AccessFields } from './AccessFields';
import { storedName, type StoredMember } from './stored-member';
import { type InvitationResult, type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members.add;
const offered: Access = { role: 'staff', rights: null };

export interface AddMemberDialogProps {
  /** What was entered before a reload. */
  restored?: StoredMember | undefined;
  /** Called with an invitation that must be shown. */
  onInvited: (result: InvitationResult) => void;
  onClose: () => void;
}

/** Adds a person as a member, or invites them. A failed request keeps the typed values. */
export function AddMemberDialog({ restored, onInvited, onClose }: AddMemberDialogProps): ReactNode {
  const { add, busy } = useMemberCalls();
  const [email, setEmail] = useState(restored?.email ?? '');
  const [name, setName] = useState(restored?.name ?? '');
  const [access, setAccess] = useState<Access>(restored?.access ?? offered);
  const [problem, setProblem] = useState<MemberProblem | null>(null);
  const form = useId();
  const emailField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const untouched = email.trim() === '' && name.trim() === '' && isSameAccess(access, offered);
  useStoredDialog(
    storedName(usePractice().id),
    useMemo(() => (untouched ? null : { email, name, access }), [untouched, email, name, access]),
  );

  const onSubmit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const refuse = (refused: MemberProblem): void => {
      setProblem(refused);
      if (refused.fields['email'] !== undefined) emailField.current?.focus();
      else if (refused.fields['name'] !== undefined) nameField.current?.focus();
    };
    const missing = {
      ...(email.trim() === '' && { email: text.emailMissing }),
      ...(name.trim() === '' && { name: text.nameMissing }),
    };
    if (Object.keys(missing).length > 0) {
      refuse({ message: '', fields: missing });
      return;
    }
    const { problem: refused, show } = await add({ email: email.trim(), name: name.trim(), ...toRequest(access) });
    if (refused) refuse(refused);
    else if (show) onInvited(show);
    else onClose();
  };
  // An error shown at a field is not repeated here.
  const general = problem && Object.keys(problem.fields).length === 0 ? problem.message : null;

  return (
    <FormDialog
      title={text.title}
      busy={busy}
      isChanged={!untouched}
      form={form}
      confirmLabel={text.button}
      onClose={onClose}
    >
      <form id={form} noValidate onSubmit={(event) => void onSubmit(event)}>
        <Stack spacing={4}>
          <Typography color="textSecondary">{text.lead}</Typography>
          {general !== null && (
            <Alert severity="error" role="alert">
              <AlertTitle>{text.failed}</AlertTitle>
              <span>{general}</span>
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
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || email.trim() === '' || name.trim() !== '') return;
              event.preventDefault();
              nameField.current?.focus();
            }}
            slotProps={{ htmlInput: { maxLength: 320, enterKeyHint: 'next' } }}
          />
          <TextField
            inputRef={nameField}
            name="name"
            label={text.name}
            helperText={text.nameHelp}
            required
            autoComplete="off"
            value={name}
            errorText={problem?.fields['name']}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: MAX_MEMBER_NAME_LENGTH } }}
          />
          <AccessFields access={access} onChange={setAccess} errors={problem?.fields ?? {}} />
        </Stack>
      </form>
    </FormDialog>
  );
}
