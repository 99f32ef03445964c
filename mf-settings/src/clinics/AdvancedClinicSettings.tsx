import { settingsLabels } from 'shared-api/contracts';
import { EditIcon } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { changedKeys } from '../settings-record/draft';
import { useDraft, useSettingsForm, useUnsavedPart } from '../settings-record/form';
import { Section } from '../settings-record/Section';
import { DescriptionList } from '../sync-status/DescriptionList';
import { AdvancedClinicForm } from './AdvancedClinicForm';
import { advancedSection } from './sections';

const text = messages.clinics.advanced;

/** Which clinics of the database the practice shows: a summary, and a form behind Edit (4.1). */
export function AdvancedClinicSettings(): ReactNode {
  const { saved } = useSettingsForm();
  const changes = useDraft((draft) => changedKeys(draft, 'advanced').length);
  // Edits from before a reload reopen the form.
  const [editing, setEditing] = useState(changes > 0);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useUnsavedPart('advanced-clinics', changes > 0 ? messages.settings.unsaved(changes, text.title) : null);

  // When the form closes, focus returns to the element that opened it.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <Section
      of={advancedSection}
      description={text.description}
      actions={
        !editing && (
          <Button ref={edit} startIcon={<EditIcon size={14} />} onClick={() => setEditing(true)}>
            {text.edit}
          </Button>
        )
      }
    >
      {editing ? (
        <AdvancedClinicForm onClose={() => setEditing(false)} />
      ) : (
        <DescriptionList
          items={[
            { name: settingsLabels.use_clinics, value: saved.use_clinics ? text.yes : text.no },
            { name: settingsLabels.parent_practice_id, value: saved.parent_practice_id ?? text.none },
            { name: settingsLabels.clinicnum, value: saved.clinicnum ?? text.none },
            {
              name: settingsLabels.additional_clinicnums,
              value: saved.additional_clinicnums?.join(', ') || text.none,
            },
          ]}
        />
      )}
    </Section>
  );
}
