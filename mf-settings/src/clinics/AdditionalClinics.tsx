import { UNASSIGNED_CLINIC } from 'shared-api/contracts';
import { ChevronDownIcon, PopoverDialog } from 'shared-ui';
import { CheckboxField } from 'shared-ui/choices';
import { Button, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { clinicName, obstacleText } from './clinic-name';
import type { ClinicRowProps } from './ClinicRow';
import { additionalObstacleOf } from './selection';

const text = messages.clinics.table;

/** Selects other clinics, and data without a clinic. Each can belong to only one selection (4.1). */
export function AdditionalClinics({ clinic, choice, selection, context, act }: ClinicRowProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const own = clinic.clinic_num;
  const label = text.additionalOf(clinicName(context, own));
  const numbers = [UNASSIGNED_CLINIC, ...context.clinics.map(({ clinic_num }) => clinic_num)].filter(
    (number) => number !== own,
  );
  return (
    <>
      <Button
        aria-label={`${label}: ${text.chosen(choice.additional.length)}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        reason={choice.ticked ? undefined : text.why.selectFirst}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>{text.chosen(choice.additional.length)}</span>
        <ChevronDownIcon size={14} />
      </Button>
      {choice.additional.length > 0 && (
        <Typography variant="body2" color="textSecondary" style={{ marginTop: 4 }}>
          {choice.additional.map((number) => clinicName(context, number)).join(', ')}
        </Typography>
      )}
      <PopoverDialog anchorEl={anchor} label={label} onClose={() => setAnchor(null)} width={300}>
        {numbers.map((number) => {
          const obstacle = additionalObstacleOf(selection, context, number, own);
          return (
            <CheckboxField
              key={number}
              label={clinicName(context, number)}
              {...(obstacle && { helperText: obstacleText(obstacle, context) })}
              checked={choice.additional.includes(number)}
              disabled={obstacle !== null}
              onChange={(_, on) => act({ type: 'additional', clinic: own, number, on })}
            />
          );
        })}
      </PopoverDialog>
    </>
  );
}
