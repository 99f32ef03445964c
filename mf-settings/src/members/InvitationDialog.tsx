import { CopyIcon, formatInstantInZone, TitledDialog } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useRef } from 'react';
import { messages } from '../messages';
import type { InvitationResult } from './use-member-calls';

const text = messages.members.invitation;

interface LinkFieldProps {
  href: string;
  /** Epoch seconds. */
  expiresAt: number;
}

/** The link of an invitation, to be copied. */
function LinkField({ href, expiresAt }: LinkFieldProps): ReactNode {
  const { time_zone: timeZone } = usePractice();
  const { notify } = useRemote();
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(href);
      notify({ severity: 'success', message: text.link.copied });
    } catch {
      // Browsers offer the clipboard only in secure contexts, and people can block it.
      field.current?.select();
      notify({ severity: 'error', message: text.link.copyFailed });
    }
  };
  return (
    <Stack spacing={3}>
      <TextField
        inputRef={field}
        label={text.link.label}
        helperText={text.link.help(formatInstantInZone(expiresAt, timeZone))}
        value={href}
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={() => field.current?.select()}
      />
      <Button autoFocus startIcon={<CopyIcon />} sx={{ alignSelf: 'flex-start' }} onClick={() => void copy()}>
        {text.link.copy}
      </Button>
    </Stack>
  );
}

/** Says how an invitation reaches the person. The link is in no other place. */
export function InvitationDialog({ result, onClose }: { result: InvitationResult; onClose: () => void }): ReactNode {
  const { member, invitation } = result;
  const { link_path: path, expires_at: expiresAt } = invitation;
  const hasLink = path !== null && expiresAt !== null;
  return (
    <TitledDialog
      open
      maxWidth="xs"
      title={text.title(member.name)}
      onClose={onClose}
      actions={
        <Button variant="contained" autoFocus={!hasLink} onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <Stack spacing={4}>
        <Typography>{(hasLink ? text.link.lead : text.signIn)(member.email)}</Typography>
        {hasLink && <LinkField href={new URL(path, window.location.origin).href} expiresAt={expiresAt} />}
      </Stack>
    </TitledDialog>
  );
}
