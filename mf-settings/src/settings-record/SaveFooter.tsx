import { Button, InlineStatus, Stack, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import type { SaveNote } from './save-note';

export interface SaveFooterProps {
  /** True when there is something to save. */
  dirty: boolean;
  saving: boolean;
  note: SaveNote | null;
  /** Why the person may not save; undefined if they may. */
  reason: string | undefined;
  onSave: () => void;
}

/**
 * The footer of a settings page: Save and the result of the last save (specification: settings and hours, 2.1 and 4.1).
 */
export function SaveFooter({ dirty, saving, note, reason, onSave }: SaveFooterProps): ReactNode {
  return (
    <Stack direction="row" gap={3} wrap role="group" aria-label={messages.settings.saving.footer}>
      <Button
        variant="primary"
        busy={saving}
        why={reason ?? (dirty || saving ? undefined : messages.settings.saving.nothing)}
        onClick={onSave}
      >
        {saving ? messages.settings.saving.busy : messages.settings.saving.button}
      </Button>
      {note === null && reason === undefined && (
        <Text variant="secondary" tone="third">
          {messages.settings.saving.whole}
        </Text>
      )}
      <InlineStatus tone={note?.tone ?? 'success'}>{note?.text}</InlineStatus>
    </Stack>
  );
}
