import { InlineStatus } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import type { SaveNote } from './save-note';

export interface SaveFooterProps {
  /** True if there is something to save. */
  dirty: boolean;
  saving: boolean;
  note: SaveNote | null;
  /** Why the person can't save; undefined if they can. */
  reason: string | undefined;
  onSave: () => void;
}

/**
 * The footer of a settings page: Save and the result of the last save (specification: settings and hours, 2.1 and 4.1).
 */
export function SaveFooter({ dirty, saving, note, reason, onSave }: SaveFooterProps): ReactNode {
  return (
    <Stack
      direction="row"
      spacing={3}
      role="group"
      aria-label={messages.settings.saving.footer}
      sx={{ flexWrap: 'wrap' }}
    >
      <Button
        variant="contained"
        loading={saving}
        reason={reason ?? (dirty || saving ? undefined : messages.settings.saving.nothing)}
        onClick={onSave}
      >
        {saving ? messages.settings.saving.busy : messages.settings.saving.button}
      </Button>
      {note === null && reason === undefined && (
        <Typography variant="body2" color="textTertiary">
          {messages.settings.saving.whole}
        </Typography>
      )}
      <InlineStatus tone={note?.tone ?? 'success'}>{note?.text}</InlineStatus>
    </Stack>
  );
}
