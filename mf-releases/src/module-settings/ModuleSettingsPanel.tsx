import { apiErrorOf } from 'shared-api';
import type { ConfiguredModule } from 'shared-api/contracts/module-settings';
import { FactLine, Panel, styled } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack, Typography } from 'shared-ui/mui';
import { useRemote, useUnsavedChanges } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useSaveModuleSettingsMutation } from '../api';
import { instantText } from '../module-health/instants';
import { type Draft, formerDraft, problemOf, toRequest, withEdit, withoutEdit } from './draft';
import { settingsMessages as messages } from './messages';
import { SettingField } from './SettingField';

const Settings = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  gap: '16px 32px',
});

export interface ModuleSettingsPanelProps {
  module: ConfiguredModule;
  /** True if the person may change the settings. */
  mayChange: boolean;
}

/** The settings of one module, with a warning for each value that one of its versions rejects. */
export function ModuleSettingsPanel({ module, mayChange }: ModuleSettingsPanelProps): ReactNode {
  const { name, title, version, settings, fallbacks, former, changed_by: who, changed_at: when, etag } = module;
  const { notify } = useRemote();
  const [draft, setDraft] = useState<Draft>({});
  const [isChecked, setChecked] = useState(false);
  const [save, { isLoading: saving }] = useSaveModuleSettingsMutation();
  const count = Object.keys(draft).length;
  const problems = settings.filter((setting) => problemOf(setting, draft[setting.name]) !== undefined);
  const previousValues = former === null ? {} : formerDraft(module);
  useUnsavedChanges(count > 0 ? { what: messages.unsaved(count, title) } : null);

  const change = (next: Draft): void => {
    setDraft(next);
    setChecked(false);
  };
  const onSave = async (): Promise<void> => {
    setChecked(true);
    if (problems.length > 0) return;
    const { error } = await save({ module: name, body: toRequest(draft), etag });
    if (error) {
      notify({ severity: 'error', message: `${messages.notSaved(title)} ${apiErrorOf(error).message}` });
      return;
    }
    change({});
    notify({ severity: 'success', message: messages.saved(title) });
  };

  const facts = [messages.version(version), who !== null && when !== null && messages.changed(who, instantText(when))];
  return (
    <Panel title={title} description={<FactLine facts={facts} />}>
      <Stack spacing={4}>
        {!mayChange && <Typography color="textSecondary">{messages.readOnly}</Typography>}
        {fallbacks.map((fallback) => (
          <Alert key={`${fallback.role} ${fallback.name}`} severity="warning">
            <AlertTitle>{messages.fallback.title}</AlertTitle>
            {messages.fallback.text(fallback)}
          </Alert>
        ))}
        <Settings>
          {settings.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              edit={draft[setting.name]}
              problem={problemOf(setting, draft[setting.name])}
              disabled={!mayChange || saving}
              onEdit={(edit) => change(withEdit(draft, setting, edit))}
              onReset={() => change(withoutEdit(draft, setting.name))}
            />
          ))}
        </Settings>
        {mayChange && (
          <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
            <Button variant="contained" disabled={count === 0} loading={saving} onClick={() => void onSave()}>
              {messages.save}
            </Button>
            <Button disabled={count === 0 || saving} onClick={() => change({})}>
              {messages.discard}
            </Button>
            {Object.keys(previousValues).length > 0 && (
              <Button variant="text" disabled={saving} onClick={() => change(previousValues)}>
                {messages.revert}
              </Button>
            )}
          </Stack>
        )}
        {isChecked && problems.length > 0 && (
          <Typography role="alert" color="error">
            {messages.correct}
          </Typography>
        )}
      </Stack>
    </Panel>
  );
}
