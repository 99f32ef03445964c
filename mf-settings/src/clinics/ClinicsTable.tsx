import { Button, ConfirmDialog, Stack, Text } from 'shared-ui';
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
  clinicFactsOf,
  creationObstacle,
  reduceSelection,
  type Selection,
  type SelectionAction,
  tickedClinics,
  toCreate,
  withoutTaken,
} from './selection';
import { useCreation } from './use-creation';

const words = messages.clinics;

/** The clinics of the practice, those that shall become practices, and how their creation goes (2.1, 4.1 and 5.1). */
export function ClinicsTable(): ReactNode {
  const { saved, readAgain } = useSettingsForm();
  const creation = useCreation(() => void readAgain());
  const [chosen, setChosen] = useState<Selection>({});
  const [confirming, setConfirming] = useState(false);

  const facts = clinicFactsOf(saved);
  const selection = withoutTaken(chosen, facts);
  const act = (action: SelectionAction): void => setChosen((before) => reduceSelection(before, action, facts));
  const ticked = tickedClinics(selection, facts).length;
  useUnsavedPart('clinics', ticked > 0 ? words.table.unsaved(ticked) : null);

  const obstacle = creationObstacle(selection, facts);
  const why = creation.pending ? words.table.running : obstacle ? words.table[obstacle] : undefined;
  const wanted = toCreate(selection, facts);

  const onCreate = async (): Promise<void> => {
    const started = await creation.start(wanted);
    setConfirming(false);
    if (started) act({ type: 'clear' });
  };

  return (
    <Section of={tableSection} description={words.table.description}>
      <Stack gap={4}>
        <Table role="table" aria-label={words.table.label}>
          <thead role="rowgroup">
            <tr role="row">
              {[words.table.create, words.table.clinic, words.table.name, words.table.additional].map((header) => (
                <th key={header} role="columnheader" scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {facts.clinics.map((clinic) => (
              <ClinicRow
                key={clinic.clinic_num}
                {...{ clinic, selection, facts, act }}
                choice={choiceOf(selection, clinic.clinic_num)}
              />
            ))}
          </tbody>
        </Table>
        <div>
          <Button why={why} busy={creation.starting} onClick={() => setConfirming(true)}>
            {words.table.button}
          </Button>
        </div>
        {creation.shown && <CreationPanel creation={creation} shown={creation.shown} />}
      </Stack>
      {confirming && (
        <ConfirmDialog
          open
          title={words.confirm.title(wanted.length)}
          confirmLabel={words.confirm.button(wanted.length)}
          busy={creation.starting}
          onConfirm={() => void onCreate()}
          onCancel={() => setConfirming(false)}
        >
          <Text>{words.confirm.text}</Text>
          <ul>
            {wanted.map(({ clinicNum, name, additionalClinics }) => (
              <li key={clinicNum}>
                {name}{' '}
                {additionalClinics.length > 0 &&
                  words.confirm.additional(additionalClinics.map((number) => clinicName(facts, number)).join(', '))}
              </li>
            ))}
          </ul>
          <Text tone="second">{words.confirm.stays}</Text>
        </ConfirmDialog>
      )}
    </Section>
  );
}
