import { Button, formatInstant, Notice } from 'shared-ui';
import type { ReactNode } from 'react';
import { words } from './messages';
import type { Edit } from './use-edit';

const text = words.edit;

/** What stands between the ticks and their save: another person's change, or the server's refusal. */
export function EditNotices({ edit }: { edit: Edit }): ReactNode {
  const { stale, takenOver, refused, busy, takeOver } = edit;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      {stale && (
        <Notice
          tone="attention"
          live="assertive"
          title={text.stale(stale.changed_by, formatInstant(stale.changed_at, zone))}
          action={
            <Button busy={busy} onClick={() => void takeOver()}>
              {text.takeOver}
            </Button>
          }
        >
          {text.staleWords}
        </Notice>
      )}
      {takenOver !== null && (
        <Notice tone="information" live="polite">
          {text.takenOver(takenOver)}
        </Notice>
      )}
      {refused !== null && (
        <Notice tone="danger" live="assertive" title={text.refused}>
          {refused}
        </Notice>
      )}
    </>
  );
}
