import type { ClinicToCreate } from 'shared-api/contracts';
import { ConfirmDialog } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack, Typography } from 'shared-ui/mui';
import { versionedMessages } from 'shared-ui/versioned';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { useSettingsForm, useUnsavedPart } from '../settings-record/form';
import { Section } from '../settings-record/Section';
import { clinicName } from './clinic-name';
import { ClinicRow } from './ClinicRow';
import { Table } from './clinics-table-style';
import { CreationPanel } from './CreationPanel';
import { tableSection } from './sections';
import {
  choiceOf,
  type ClinicContext,
  clinicContextOf,
  creationObstacle,
  selectedClinics,
  toCreate,
  touchedClinics,
} from './selection';
import { useCreation } from './use-creation';
import { useSelection } from './use-selection';

const text = messages.clinics.table;

const headers = [text.create, text.clinic, text.name, text.additional];

interface ConfirmCreationProps {
  clinics: readonly ClinicToCreate[];
  context: ClinicContext;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Lists the practices to create, with their additional clinics. */
function ConfirmCreation({ clinics, context, busy, onConfirm, onClose }: ConfirmCreationProps): ReactNode {
  const { title, button, text: effect, additional, stays } = messages.clinics.confirm;
  return (
    <ConfirmDialog
      open
      title={title(clinics.length)}
      confirmLabel={button(clinics.length)}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <Typography>{effect}</Typography>
      <ul>
        {clinics.map(({ clinicNum, name, additionalClinics }) => (
          <li key={clinicNum}>
            <span>{name}</span>{' '}
            {additionalClinics.length > 0 && (
              <span>{additional(additionalClinics.map((number) => clinicName(context, number)).join(', '))}</span>
            )}
          </li>
        ))}
      </ul>
      <Typography color="textSecondary">{stays}</Typography>
    </ConfirmDialog>
  );
}

/** Lists the practice's clinics, and turns selected ones into practices (2.1, 4.1 and 5.1). */
export function ClinicsTable(): ReactNode {
  const { saved, readAgain } = useSettingsForm();
  const creation = useCreation(() => void readAgain());
  const [confirming, setConfirming] = useState(false);

  const context = clinicContextOf(saved);
  const { selection, act, restored, dismissRestored } = useSelection(context);
  const selected = selectedClinics(selection, context).length;
  useUnsavedPart('clinics', selected > 0 ? text.unsaved(selected) : null);

  const obstacle = creationObstacle(selection, context);
  const why = creation.pending ? text.running : obstacle ? text[obstacle] : undefined;
  const wanted = toCreate(selection, context);

  const onCreate = async (): Promise<void> => {
    const started = await creation.start(wanted);
    setConfirming(false);
    if (started) onClear();
  };
  const onClear = (): void => {
    act({ type: 'clear' });
    dismissRestored();
  };

  return (
    <Section of={tableSection} description={text.description}>
      <Stack spacing={4}>
        {restored > 0 && (
          <Alert
            severity="info"
            role="status"
            action={<Button onClick={dismissRestored}>{versionedMessages.dismiss}</Button>}
          >
            <AlertTitle>{versionedMessages.restored(restored)}</AlertTitle>
            <span>{text.restored}</span>
          </Alert>
        )}
        <Table role="table" aria-label={text.label}>
          <thead role="rowgroup">
            <tr role="row">
              {headers.map((header) => (
                <th key={header} role="columnheader" scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {context.clinics.map((clinic) => (
              <ClinicRow
                key={clinic.clinic_num}
                {...{ clinic, selection, context, act }}
                choice={choiceOf(selection, clinic.clinic_num)}
              />
            ))}
          </tbody>
        </Table>
        <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
          <Button reason={why} loading={creation.starting} onClick={() => setConfirming(true)}>
            {text.button}
          </Button>
          {touchedClinics(selection).length > 0 && (
            <Button variant="text" disabled={creation.starting} onClick={onClear}>
              {text.clear}
            </Button>
          )}
        </Stack>
        {creation.shown && <CreationPanel creation={creation} shown={creation.shown} />}
      </Stack>
      {confirming && (
        <ConfirmCreation
          clinics={wanted}
          context={context}
          busy={creation.starting}
          onConfirm={() => void onCreate()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}
