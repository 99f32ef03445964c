import { pmsKindOf } from 'shared-api/contracts';
import { InfoIcon } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { Fields, Section } from '../settings-record/Section';
import { PmsHelpDialog } from './PmsHelpDialog';
import { pmsSection } from './sections';

const text = messages.pmsSettings;

/** Settings that depend on the practice management system (specification: settings and hours, 2.1, 3.2 and 9). */
export function PmsSettings(): ReactNode {
  const { saved } = useSettingsForm();
  const [helping, setHelping] = useState(false);
  const kind = pmsKindOf(saved.pms_name);
  const section = pmsSection(kind);
  if (!kind) {
    return (
      <Section of={section}>
        <Typography color="textSecondary">{text.other(saved.pms_name)}</Typography>
      </Section>
    );
  }
  return (
    <Section
      of={section}
      actions={
        <Button startIcon={<InfoIcon size={14} />} aria-haspopup="dialog" onClick={() => setHelping(true)}>
          {text.help.open}
        </Button>
      }
    >
      <Stack spacing={4}>
        <Alert severity="info">{text.notice}</Alert>
        <Fields of={section} />
      </Stack>
      <PmsHelpDialog
        open={helping}
        description={text.help.description(kind)}
        source={text.help.sources[kind]}
        page={`/pms-documentation/${kind}/`}
        onClose={() => setHelping(false)}
      />
    </Section>
  );
}
