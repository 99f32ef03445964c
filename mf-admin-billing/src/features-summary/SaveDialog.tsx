import type { ReactNode } from 'react';
import { color, styled, TitledDialog } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { EffectList } from '../effect/EffectList';
import { effectMessages } from '../effect/messages';
import { describeChanges, labelOf } from '../features-editing/describe';
import { diffOf, type Draft, isRestricted, partNames } from '../features-editing/draft';
import type { Options } from '../features-editing/options';
import { CriticalWarning } from './CriticalWarning';
import { featuresMessages } from './messages';
import { useFeaturesEffect } from './use-features-effect';

const messages = featuresMessages.confirm;

const Changes = styled('ul')({
  display: 'grid',
  gap: 2,
  margin: '4px 0 0',
  paddingLeft: 18,
  fontSize: 13,
  lineHeight: '20px',
  color: color.ink,
});

export interface SaveDialogProps {
  draft: Draft;
  options: Options;
  saving: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** Asks before saving, and shows the changes, their effect and what can't be recovered. */
export function SaveDialog({ draft, options, saving, onSave, onClose }: SaveDialogProps): ReactNode {
  const { values } = draft;
  const { base } = draft.editing;
  const restricted = isRestricted(draft);
  const { effect, error, retry } = useFeaturesEffect(restricted ? values : null);
  const removed = diffOf(base.bundles, values.bundles).removed.map((name) => labelOf(options, 'bundles', name));
  const danger = removed.length > 0;
  const why = !restricted || effect ? undefined : error ? effectMessages.needed : effectMessages.wait;
  return (
    <TitledDialog
      open
      title={messages.title}
      role="alertdialog"
      onClose={saving ? undefined : onClose}
      actions={
        <>
          <Button autoFocus={danger} disabled={saving} onClick={onClose}>
            {messages.back}
          </Button>
          <Button
            variant="contained"
            color={danger ? 'error' : 'primary'}
            autoFocus={!danger}
            loading={saving}
            reason={why}
            onClick={onSave}
          >
            {messages.save}
          </Button>
        </>
      }
    >
      <Stack spacing={4}>
        <div>
          <Typography variant="subtitle2" component="h3">
            {messages.changes}
          </Typography>
          <Changes>
            {partNames.flatMap((part) =>
              describeChanges(options, part, { before: base, after: values }, draft.restored).map((line) => (
                <li key={line}>{line}</li>
              )),
            )}
          </Changes>
        </div>
        <CriticalWarning bundles={removed} />
        {restricted && <EffectList effect={effect} error={error} onRetry={retry} />}
      </Stack>
    </TitledDialog>
  );
}
