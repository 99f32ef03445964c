import type { User } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { Button, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { NativeDialog } from './NativeDialog';

const text = messages.otherPerson;

export interface OtherPersonDialogProps {
  /** The page's person. */
  user: User;
  /** The person who is signed in. */
  other: User;
  onReload: () => void;
}

/** Covers a person's page once somebody else is signed in instead. */
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
