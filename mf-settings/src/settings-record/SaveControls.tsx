import { settingsLabels, type SettingsPath, toSettingsRequest } from 'shared-api/contracts';
import { ConfirmDialog, SaveReminder } from 'shared-ui';
import { Stack } from 'shared-ui/mui';
import { useRight } from 'shared-ui/remote';
import { useSaveShortcut } from 'shared-ui/versioned';
import { type ReactNode, type RefObject, useState } from 'react';
import { messages } from '../messages';
import { changedKeys, type Draft, formerValues, undecidedConflicts } from './draft';
import { shownProblems } from './problems';
import { SaveFooter } from './SaveFooter';
import { SaveList } from './SaveList';
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

/** A confirmation before a save. */
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

/** What to confirm before a save. Former values are listed, as some may be of another page. */
interface Confirmation {
  question: SaveQuestion | null;
  isListed: boolean;
}

interface ConfirmSaveProps {
  confirmation: Confirmation;
  draft: Draft;
  onConfirm: () => void;
  onClose: () => void;
}

function ConfirmSave({ confirmation: { question, isListed }, draft, onConfirm, onClose }: ConfirmSaveProps): ReactNode {
  const list = messages.settings.saveList;
  return (
    <ConfirmDialog
      open
      title={question?.title ?? list.title(changedKeys(draft, 'page').length)}
      confirmLabel={question?.confirm ?? list.confirm}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <Stack spacing={4}>
        {question && <div>{question.text}</div>}
        {isListed && <SaveList draft={draft} />}
      </Stack>
    </ConfirmDialog>
  );
}

export interface SaveControlsProps {
  settings: Settings;
  draft: Draft;
  /** The confirmation before saving these edits, or null. */
  question: ((draft: Draft) => SaveQuestion | null) | undefined;
  /** Focuses a field that prevents the save. */
  goTo: (path: SettingsPath) => void;
  /** The conflict panel, which gets focus while a conflict is unresolved. */
  versions: RefObject<HTMLDivElement | null>;
}

/** Saves or discards the page's edits, after a confirmation if needed. */
export function SaveControls({ settings, draft, question, goTo, versions }: SaveControlsProps): ReactNode {
  const { dispatch } = settings;
  const { reason } = useRight('settings');
  const { save, saving, note } = useSaving(settings, page);
  const [discarding, setDiscarding] = useState(false);
  const [asking, setAsking] = useState<Confirmation | null>(null);
  const changes = changedKeys(draft, 'page').length;

  const onSave = async (): Promise<void> => {
    setAsking(null);
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) goTo(obstacle);
  };
  const askOrSave = (): void => {
    const asked = { question: question?.(draft) ?? null, isListed: formerValues(draft).size > 0 };
    const isAsked = asked.question !== null || asked.isListed;
    if (isAsked && !saving && undecidedConflicts(draft, 'page').length === 0) setAsking(asked);
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
        <ConfirmSave
          confirmation={asking}
          draft={draft}
          onConfirm={() => void onSave()}
          onClose={() => setAsking(null)}
        />
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
