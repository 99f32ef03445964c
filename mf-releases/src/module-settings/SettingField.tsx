import { settingText } from 'shared-api/contracts';
import { SelectField, SwitchField } from 'shared-ui/choices';
import { Button, Stack } from 'shared-ui/mui';
import { NumberField, TextField } from 'shared-ui/text-fields';
import type { ReactNode } from 'react';
import { type Edit, type Setting, shownValue } from './draft';
import { settingsMessages as messages } from './messages';

export interface SettingFieldProps {
  setting: Setting;
  edit: Edit | undefined;
  /** The validation error of the edit. */
  problem: string | undefined;
  disabled: boolean;
  onEdit: (edit: Edit) => void;
  onReset: () => void;
}

/** The input of a setting, by its type, with a button that restores the default. */
export function SettingField(props: SettingFieldProps): ReactNode {
  const { setting, edit, disabled, onEdit } = props;
  const isSet = edit === undefined ? setting.is_set : edit !== 'clear';
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start', maxWidth: 480 }}>
      <Control {...props} />
      {isSet && !disabled && (
        <Button
          variant="text"
          sx={{ marginLeft: '-12px' }}
          aria-label={messages.field.useDefaultOf(setting.setting.label)}
          onClick={() => onEdit('clear')}
        >
          {messages.field.useDefault}
        </Button>
      )}
    </Stack>
  );
}

function Control({ setting: of, edit, problem, disabled, onEdit, onReset }: SettingFieldProps): ReactNode {
  const { name, setting } = of;
  const value = shownValue(of, edit);
  const field = {
    ...{ name, disabled, onReset },
    label: setting.label,
    helperText: messages.field.help(setting.help, settingText(setting, setting.default)),
    errorText: problem,
    modified: edit !== undefined,
  };
  switch (setting.type) {
    case 'integer':
      return (
        <NumberField
          {...field}
          value={typeof value === 'number' ? value : null}
          {...{ min: setting.min, max: setting.max }}
          {...(setting.unit !== undefined && { unit: setting.unit })}
          width={240}
          onValueChange={(next) => onEdit({ set: next })}
        />
      );
    case 'boolean':
      return <SwitchField {...field} checked={value === true} onChange={(_event, next) => onEdit({ set: next })} />;
    case 'text':
      return (
        <TextField
          {...field}
          multiline={setting.max_length > 200}
          value={String(value ?? '')}
          onChange={(event) => onEdit({ set: event.target.value })}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...field}
          value={String(value ?? '')}
          options={setting.choices}
          onChange={(event) => onEdit({ set: event.target.value })}
        />
      );
  }
}
