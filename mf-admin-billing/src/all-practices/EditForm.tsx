import type { AllFeaturesMetadata, FeaturesEditing } from 'shared-api/contracts';
import { commonMessages, ConfirmDialog, TitledDialog } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { useUnsavedChanges } from 'shared-ui/remote';
import { useSaveShortcut } from 'shared-ui/versioned';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { browserZone } from '../browser-zone';
import { EffectList } from '../effect/EffectList';
import { effectMessages } from '../effect/messages';
import { labelOf } from '../features-editing/describe';
import { diffOf, undecidedCount } from '../features-editing/draft';
import { optionsOf } from '../features-editing/options';
import { CriticalWarning } from '../features-summary/CriticalWarning';
import { RestrictedZone } from '../features-summary/RestrictedZone';
import { WithheldList } from '../withheld/WithheldList';
import { EditNotices } from './EditNotices';
import { FeatureLists } from './FeatureLists';
import { messages } from './messages';
import type { Practice } from './selection';
import { type FeaturesEdit, useFeaturesEdit } from './use-features-edit';
import type { VersionedFeatures } from './use-uncached-features';

const text = messages.edit;

function whyNot({ draft, changeCount: changes, effect, effectError }: FeaturesEdit): string | undefined {
  if (changes === 0) return text.nothing;
  if (undecidedCount(draft) > 0) return text.chooseFirst;
  if (effectError) return effectMessages.needed;
  return effect ? undefined : effectMessages.wait;
}

interface ConfirmRemovalProps {
  open: boolean;
  edit: FeaturesEdit;
  /** Names of the bundles that saving removes. */
  removed: readonly string[];
  /** Why the save has to wait; undefined if it doesn't. */
  why: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before removing bundles, and shows what the practice loses. */
function ConfirmRemoval({ open, edit, removed, why, onConfirm, onCancel }: ConfirmRemovalProps): ReactNode {
  return (
    <ConfirmDialog
      open={open}
      danger
      title={text.confirm.title}
      confirmLabel={text.save(edit.changeCount)}
      cancelLabel={text.confirm.back}
      why={why}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Stack spacing={3}>
        <CriticalWarning bundles={removed} />
        <EffectList effect={edit.effect} error={edit.effectError} onRetry={edit.retryEffect} />
      </Stack>
    </ConfirmDialog>
  );
}

export interface EditFormProps {
  practice: Practice;
  read: VersionedFeatures;
  /** The choices. */
  metadata: AllFeaturesMetadata;
  /** Edits from before a reload. */
  stored: FeaturesEditing | undefined;
  /** Called whenever the edits change. */
  onEditing: (editing: FeaturesEditing) => void;
  onClose: () => void;
}

/** Edits and saves one practice's features. */
export function EditForm({ practice, metadata, read, stored, onEditing, onClose }: EditFormProps): ReactNode {
  const known = useMemo(() => optionsOf(metadata, read.record), [metadata, read.record]);
  const edit = useFeaturesEdit({ practiceId: practice.id, read, stored, options: known, onEditing, onSaved: onClose });
  const { record, draft, changeCount: changes, busy, save, readAgain } = edit;
  const versions = useRef<HTMLDivElement>(null);
  const timeZone = record.time_zone ?? browserZone();
  const why = whyNot(edit);
  const [leaving, setLeaving] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const removed = diffOf(draft.editing.base.bundles, draft.values.bundles).removed.map((name) =>
    labelOf(known, 'bundles', name),
  );
  const submit = (): void => {
    if (removed.length > 0) setConfirming(true);
    else void save();
  };
  useUnsavedChanges(changes > 0 ? { what: text.unsaved(practice.name) } : null);
  useSaveShortcut(() => {
    if (why === undefined && !busy && !leaving && !confirming) submit();
  });
  const close = (): void => (changes > 0 ? setLeaving(true) : onClose());

  return (
    <TitledDialog
      open
      title={text.title}
      maxWidth="md"
      onClose={busy ? undefined : close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button variant="contained" loading={busy} reason={why} onClick={submit}>
            {changes === 0 ? text.saveNone : text.save(changes)}
          </Button>
        </>
      }
    >
      <Stack spacing={4}>
        <Typography color="textSecondary">{text.of(practice.name)}</Typography>
        <EditNotices {...{ edit, timeZone, versions }} options={known} />
        <FeatureLists edit={edit} metadata={metadata} />
        <WithheldList
          practiceId={practice.id}
          timeZone={timeZone}
          withheld={record.withheld ?? []}
          disabled={busy}
          onRestored={() => void readAgain()}
        />
        {changes > 0 && (
          <>
            <EffectList effect={edit.effect} error={edit.effectError} onRetry={edit.retryEffect} />
            <RestrictedZone />
          </>
        )}
      </Stack>
      <ConfirmRemoval
        open={confirming}
        {...{ edit, removed, why }}
        onConfirm={() => {
          setConfirming(false);
          void save();
        }}
        onCancel={() => setConfirming(false)}
      />
      <ConfirmDialog
        open={leaving}
        danger
        title={text.discard.title}
        confirmLabel={text.discard.go}
        cancelLabel={text.discard.stay}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        {text.discard.text(changes)}
      </ConfirmDialog>
    </TitledDialog>
  );
}
