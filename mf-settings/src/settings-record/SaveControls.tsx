import { settingsLabels, type SettingsPath, toSettingsRequest } from 'shared-api/contracts';
import { ConfirmDialog, SaveReminder } from 'shared-ui';
import { useRight } from 'shared-ui/remote';
import { useSaveShortcut } from 'shared-ui/versioned';
import { type ReactNode, type RefObject, useState } from 'react';
import { messages } from '../messages';
import { changedKeys, type Draft, undecidedConflicts } from './draft';
import { shownProblems } from './problems';
import { SaveFooter } from './SaveFooter';
import { type SavedPart, useSaving } from './use-saving';
import type { Settings } from './use-settings';
import { labelOf } from './value-text';

const page: SavedPart = {
  part: 'page',
  toRequest: toSettingsRequest,
  doneToast: messages.settings.saving.doneToast,
  failed: messages.settings.saving.failed,
  failure: messages.settings.saving.error,
};

/** A question to answer before a save. */
export interface SaveQuestion {
  title: string;
  text: string;
  confirm: string;
}

interface DiscardDialogProps {
  changes: number;
  onDiscard: () => void;
  onClose: () => void;
}

function DiscardDialog({ changes, onDiscard, onClose }: DiscardDialogProps): ReactNode {
  const text = messages.settings.discard;
  return (
    <ConfirmDialog
      open
      danger
      title={text.title(changes)}
      confirmLabel={text.confirm(changes)}
      cancelLabel={text.keep}
      onConfirm={() => {
        onDiscard();
        onClose();
      }}
      onCancel={onClose}
    >
      {text.text}
    </ConfirmDialog>
  );
}

export interface SaveControlsProps {
  settings: Settings;
  draft: Draft;
  /** The question before these edits are saved; null for none. */
  question: ((draft: Draft) => SaveQuestion | null) | undefined;
  /** Focuses a field that prevents the save. */
  goTo: (path: SettingsPath) => void;
  /** The panel of the conflicts, which is focused while one of them is undecided. */
  versions: RefObject<HTMLDivElement | null>;
}

/** Saves or discards the page's edits, after a question where there is one. */
export function SaveControls({ settings, draft, question, goTo, versions }: SaveControlsProps): ReactNode {
  const { dispatch } = settings;
  const { reason } = useRight('settings');
  const { save, saving, note } = useSaving(settings, page);
  const [discarding, setDiscarding] = useState(false);
  const [asking, setAsking] = useState<SaveQuestion | null>(null);
  const changes = changedKeys(draft, 'page').length;

  const onSave = async (): Promise<void> => {
    setAsking(null);
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) goTo(obstacle);
  };
  const askOrSave = (): void => {
    const asked = undecidedConflicts(draft, 'page').length === 0 ? (question?.(draft) ?? null) : null;
    if (asked && !saving) setAsking(asked);
    else void onSave();
  };
  useSaveShortcut(() => {
    if (changes > 0 && !asking && !discarding) askOrSave();
  });

  const errors = [
    ...undecidedConflicts(draft, 'page').map(({ key }) => ({
      label: labelOf(key, draft.base.settings),
      onGo: () => versions.current?.focus(),
    })),
    ...shownProblems(draft, 'page').map(({ path }) => ({ label: settingsLabels[path], onGo: () => goTo(path) })),
  ];
  return (
    <>
      <SaveFooter dirty={changes > 0} saving={saving} note={note} reason={reason} onSave={askOrSave} />
      <SaveReminder
        changes={changes}
        errors={errors}
        saving={saving}
        reason={reason}
        onSave={askOrSave}
        onDiscard={() => setDiscarding(true)}
      />
      {asking && (
        <ConfirmDialog
          open
          title={asking.title}
          confirmLabel={asking.confirm}
          onConfirm={() => void onSave()}
          onCancel={() => setAsking(null)}
        >
          {asking.text}
        </ConfirmDialog>
      )}
      {discarding && (
        <DiscardDialog
          changes={changes}
          onDiscard={() => dispatch({ type: 'discard', part: 'page' })}
          onClose={() => setDiscarding(false)}
        />
      )}
    </>
  );
}
