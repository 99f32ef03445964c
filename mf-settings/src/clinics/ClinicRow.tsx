import type { Clinic } from 'shared-api/contracts';
import { CheckboxField } from 'shared-ui/choices';
import { TextField } from 'shared-ui/text-fields';
import { Typography } from 'shared-ui/mui';
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

/** One clinic with its checkbox, its practice's name, and additional clinics whose data the practice also shows. */
export function ClinicRow({ clinic, choice, selection, context, act }: ClinicRowProps): ReactNode {
  const number = clinic.clinic_num;
  const called = clinicName(context, number);
  const obstacle = obstacleOf(selection, context, number);
  const why = obstacle ? obstacleText(obstacle, context) : undefined;
  return (
    <tr role="row">
      <td role="cell">
        <CheckboxField
          label={text.createOf(called)}
          hideLabel
          checked={choice.ticked}
          disabled={why !== undefined}
          onChange={(_, on) => act({ type: 'select', clinic: number, on })}
        />
      </td>
      <th role="rowheader" scope="row">
        <Typography component="span" variant="subtitle1">
          {called}
        </Typography>{' '}
        <Typography component="span" variant="body2" color="textTertiary">
          {text.number(number)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {addressOf(clinic)}
        </Typography>
        {why !== undefined && (
          <Typography variant="body2" color="textSecondary">
            {why}
          </Typography>
        )}
      </th>
      <td role="cell" data-label={text.name}>
        <TextField
          label={text.nameOf(called)}
          hideLabel
          placeholder={clinic.description}
          value={choice.name}
          disabled={why !== undefined}
          onChange={(event) => act({ type: 'name', clinic: number, name: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      </td>
      <td role="cell" data-label={text.additional}>
        <AdditionalClinics {...{ clinic, choice, selection, context, act }} />
      </td>
    </tr>
  );
}
