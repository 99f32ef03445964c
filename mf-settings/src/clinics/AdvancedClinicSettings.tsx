import { Button, EditIcon } from 'shared-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { useSettingsForm, useUnsavedPart } from '../settings-record/form';
import { Section } from '../settings-record/Section';
import { Facts } from '../sync-status/Facts';
import { AdvancedClinicForm } from './AdvancedClinicForm';
import { advancedSection } from './sections';

const words = messages.clinics.advanced;

/** Which clinics of the database the practice shows: a summary, and a form behind Edit (4.1). */
export function AdvancedClinicSettings(): ReactNode {
  const { saved } = useSettingsForm();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useUnsavedPart('advanced-clinics', editing ? words.unsaved : null);

  // The form took the focus along; it goes back to where it came from.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <Section
      of={advancedSection}
      description={words.description}
      actions={
        !editing && (
          <Button ref={edit} icon={<EditIcon size={14} />} onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
        )
      }
    >
      {editing ? (
        <AdvancedClinicForm onClose={() => setEditing(false)} />
      ) : (
        <Facts
          facts={[
            { name: words.useClinics, value: saved.use_clinics ? words.yes : words.no },
            { name: words.parent, value: saved.parent_practice_id ?? words.none },
            { name: words.clinicnum, value: saved.clinicnum ?? words.none },
            { name: words.additional, value: saved.additional_clinicnums?.join(', ') || words.none },
          ]}
        />
      )}
    </Section>
  );
}
