/** Practices that invited the person, who accepts or declines each one. */
import { type ReactNode, useMemo, useState } from 'react';
import type { Notification, TransportContext } from 'shared-api';
import type { OwnInvitation } from 'shared-api/contracts';
import { acceptInvitation, declineInvitation } from 'shared-api/contracts/accounts';
import { formatInstant, narrow } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack } from 'shared-ui/mui';
import { callerOf } from './account-calls';
import { browserTimeZone } from './day';
import { messages } from './messages';

const text = messages.invitations;

export interface PracticeInvitationsProps {
  /** As of the page load. */
  invitations: readonly OwnInvitation[];
  transport: TransportContext;
  notify: (notification: Notification) => void;
  /** Opens the practice that the person joined. */
  onAccepted: (practiceId: number) => void;
}

export function PracticeInvitations({
  invitations,
  transport,
  notify,
  onAccepted,
}: PracticeInvitationsProps): ReactNode {
  const caller = useMemo(() => callerOf(transport), [transport]);
  const [open, setOpen] = useState(invitations);
  /** The practice whose invitation is being answered. */
  const [answering, setAnswering] = useState<number | null>(null);

  const answer = async (invitation: OwnInvitation, accepts: boolean): Promise<void> => {
    const { practice_id: id, practice_name: practice } = invitation;
    setAnswering(id);
    const args = { params: { inviting: id } };
    const { error } = accepts ? await caller(acceptInvitation, args) : await caller(declineInvitation, args);
    setAnswering(null);
    if (error) {
      notify({ severity: 'error', message: error.message });
      return;
    }
    setOpen((present) => present.filter((one) => one !== invitation));
    if (accepts) onAccepted(id);
    else notify({ severity: 'success', message: text.declined(practice) });
  };

  if (open.length === 0) return null;
  return (
    <Stack
      component="section"
      aria-label={text.region}
      spacing={2}
      sx={{ margin: '16px 24px 0', [narrow]: { margin: '16px 16px 0' } }}
    >
      {open.map((invitation) => {
        const { practice_id: id, practice_name: practice, role, expires_at: expiresAt } = invitation;
        return (
          <Alert
            key={id}
            severity="info"
            action={
              <Stack direction="row" spacing={2}>
                <Button
                  variant="contained"
                  aria-label={text.acceptOf(practice)}
                  loading={answering === id}
                  disabled={answering !== null}
                  onClick={() => void answer(invitation, true)}
                >
                  {text.accept}
                </Button>
                <Button
                  aria-label={text.declineOf(practice)}
                  disabled={answering !== null}
                  onClick={() => void answer(invitation, false)}
                >
                  {text.decline}
                </Button>
              </Stack>
            }
          >
            <AlertTitle>{text.title(practice, role)}</AlertTitle>
            <span>{text.lead(formatInstant(expiresAt, browserTimeZone()))}</span>
          </Alert>
        );
      })}
    </Stack>
  );
}
