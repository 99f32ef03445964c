import { Button, Checkbox, ChevronDownIcon, Popover, Text } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { clinicName } from './clinic-name';
import type { ClinicRowProps } from './ClinicRow';
import { takenBy, UNASSIGNED } from './selection';

const words = messages.clinics.table;

/** Several of the other clinics, and what is assigned to none, each free for one selection alone (4.1). */
export function AdditionalClinics({ clinic, choice, selection, facts, act }: ClinicRowProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const own = clinic.clinic_num;
  const label = words.additionalOf(clinicName(facts, own));
  const numbers = [UNASSIGNED, ...facts.clinics.map(({ clinic_num }) => clinic_num)].filter((number) => number !== own);
  return (
    <>
      <Button
        aria-label={`${label}: ${words.chosen(choice.additional.length)}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        why={choice.ticked ? undefined : words.why.tickFirst}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {words.chosen(choice.additional.length)}
        <ChevronDownIcon size={14} />
      </Button>
      {choice.additional.length > 0 && (
        <Text variant="secondary" tone="second" style={{ marginTop: 4 }}>
          {choice.additional.map((number) => clinicName(facts, number)).join(', ')}
        </Text>
      )}
      <Popover anchor={anchor} label={label} onClose={() => setAnchor(null)} width={300}>
        {numbers.map((number) => {
          const owner = takenBy(selection, number);
          const taken = owner !== undefined && owner !== own;
          const called = clinicName(facts, number);
          return (
            <Checkbox
              key={number}
              label={taken ? words.taken(called, clinicName(facts, owner)) : called}
              checked={choice.additional.includes(number)}
              disabled={taken}
              onChange={(on) => act({ type: 'additional', clinic: own, number, on })}
            />
          );
        })}
      </Popover>
    </>
  );
}
