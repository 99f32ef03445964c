import { CopyIcon, formatInstantInZone, TitledDialog } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../messages';
import { linkAddress, useCopyLink } from './copy-link';
import type { InvitationResult } from './use-member-calls';

const text = messages.members.invitation;

interface LinkFieldProps {
  href: string;
  /** Epoch seconds. */
  expiresAt: number;
  /** False if copying failed, so that the user copies it from the field. */
  isCopied: boolean | undefined;
}

/** An invitation's link, to be copied. */
function LinkField({ href, expiresAt, isCopied }: LinkFieldProps): ReactNode {
  const { time_zone: timeZone } = usePractice();
  const copyLink = useCopyLink();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isCopied === false) field.current?.select();
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    if (!(await copyLink(href))) field.current?.select();
  };
  return (
    <Stack spacing={3}>
      <TextField
        inputRef={field}
        label={text.link.label}
        helperText={text.link.help(formatInstantInZone(expiresAt, timeZone))}
        value={href}
        autoFocus={isCopied === false}
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={() => field.current?.select()}
      />
      <Button
        autoFocus={isCopied !== false}
        startIcon={<CopyIcon />}
        sx={{ alignSelf: 'flex-start' }}
        onClick={() => void copy()}
      >
        {text.link.copy}
      </Button>
    </Stack>
  );
}

/** Shows how an invitation reaches the person. The link isn't shown anywhere else. */
export function InvitationDialog({ result, onClose }: { result: InvitationResult; onClose: () => void }): ReactNode {
  const { member, invitation, isCopied } = result;
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
        {hasLink && <LinkField href={linkAddress(path)} expiresAt={expiresAt} isCopied={isCopied} />}
      </Stack>
    </TitledDialog>
  );
}
