import { apiErrorOf, serverMessage } from 'shared-api';
import type { SupportAccess } from 'shared-api/contracts/support-access';
import { Alert, AlertTitle, Button, Stack } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useEndSupportAccessMutation, useListSupportAccessesQuery } from '../api';
import { messages } from '../messages';

const text = messages.activity.support;

/** Shows which of the console's staff currently has access to the practice, and why. Owners can end the access. */
export function SupportAccessNotice({ onEnded }: { onEnded: () => void }): ReactNode {
  const { id: practiceId, time_zone: zone } = usePractice();
  const { notify } = useRemote();
  const mayEnd = useRight('members').reason === undefined;
  const { data: accesses = [], refetch } = useListSupportAccessesQuery(
    { practice: practiceId },
    { refetchOnMountOrArgChange: true },
  );
  const [end] = useEndSupportAccessMutation();
  const [ending, setEnding] = useState<string | null>(null);
  if (accesses.length === 0) return null;

  const timeText = (seconds: number): string =>
    new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: zone })
      .format(seconds * 1000)
      .replace(/\u202f/g, ' ');
  const onEnd = async ({ id, person: { name } }: SupportAccess): Promise<void> => {
    setEnding(id);
    const { error } = await end({ practice: practiceId, access: id });
    setEnding(null);
    if (error) {
      notify({ severity: 'error', message: serverMessage(apiErrorOf(error)) ?? text.failed(name) });
      return;
    }
    notify({ severity: 'success', message: text.ended(name) });
    void refetch();
    onEnded();
  };

  return (
    <Stack component="section" aria-label={text.region} spacing={2}>
      {accesses.map((access) => (
        <Alert
          key={access.id}
          severity="info"
          action={
            mayEnd && (
              <Button
                aria-label={text.endLabel(access.person.name)}
                loading={ending === access.id}
                onClick={() => void onEnd(access)}
              >
                {text.end}
              </Button>
            )
          }
        >
          <AlertTitle>{text.text(access.person.name, timeText(access.ends_at))}</AlertTitle>
          <span>{access.reason}</span>
        </Alert>
      ))}
    </Stack>
  );
}
