import type { User } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { Button, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { NativeDialog } from './NativeDialog';

const text = messages.otherPerson;

export interface OtherPersonDialogProps {
  /** The person whom the page shows. */
  user: User;
  /** The person who is signed in. */
  other: User;
  onReload: () => void;
}

/** Replaces the page of a person who isn't signed in any more, once somebody else is. */
export function OtherPersonDialog({ user, other, onReload }: OtherPersonDialogProps): ReactNode {
  return (
    <NativeDialog title={text.title(other.name)} covers>
      <Typography color="textSecondary">{text.text(user.name)}</Typography>
      <Button variant="contained" style={{ marginTop: 20 }} onClick={onReload}>
        {text.reload}
      </Button>
    </NativeDialog>
  );
}
