import type { Clinic } from 'shared-api/contracts';
import { Checkbox, Text, TextInput } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { AdditionalClinics } from './AdditionalClinics';
import { clinicName, obstacleText } from './clinic-name';
import { type Choice, type ClinicContext, obstacleOf, type Selection, type SelectionAction } from './selection';

const text = messages.clinics.table;

export interface ClinicRowProps {
  clinic: Clinic;
  choice: Choice;
  selection: Selection;
  context: ClinicContext;
  act: (action: SelectionAction) => void;
}

function addressOf({ address, address2, city, state, zip }: Clinic): string {
  return [address, address2, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ');
}

/** One clinic: its checkbox, the name of its practice, and the clinics whose data the practice also shows. */
export function ClinicRow({ clinic, choice, selection, context, act }: ClinicRowProps): ReactNode {
  const number = clinic.clinic_num;
  const called = clinicName(context, number);
  const obstacle = obstacleOf(selection, context, number);
  const why = obstacle ? obstacleText(obstacle, context) : undefined;
  return (
    <tr role="row">
      <td role="cell">
        <Checkbox
          label={text.createOf(called)}
          hideLabel
          checked={choice.ticked}
          disabled={why !== undefined}
          onChange={(on) => act({ type: 'select', clinic: number, on })}
        />
      </td>
      <th role="rowheader" scope="row">
        <Text as="span" strong>
          {called}
        </Text>{' '}
        <Text as="span" variant="secondary" tone="third">
          {text.number(number)}
        </Text>
        <Text variant="secondary" tone="second">
          {addressOf(clinic)}
        </Text>
        {why !== undefined && (
          <Text variant="secondary" tone="second">
            {why}
          </Text>
        )}
      </th>
      <td role="cell" data-label={text.name}>
        <TextInput
          label={text.nameOf(called)}
          hideLabel
          placeholder={clinic.description}
          maxLength={100}
          value={choice.name}
          disabled={why !== undefined}
          onChange={(name) => act({ type: 'name', clinic: number, name })}
        />
      </td>
      <td role="cell" data-label={text.additional}>
        <AdditionalClinics {...{ clinic, choice, selection, context, act }} />
      </td>
    </tr>
  );
}
