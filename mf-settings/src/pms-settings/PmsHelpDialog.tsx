import { color, NewTabLink, radius, styled, TitledDialog, useScheme } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

const text = messages.pmsSettings.help;

const Frame = styled('iframe')({
  display: 'block',
  boxSizing: 'border-box',
  width: '100%',
  height: 'min(560px, 62vh)',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
});

export interface PmsHelpDialogProps {
  open: boolean;
  title?: string;
  description: string;
  source: { name: string; href: string };
  /** URL of the documentation page, which the console itself serves. */
  page: string;
  onClose: () => void;
}

/** Documentation of a practice management system's settings, in a large modal. */
export function PmsHelpDialog({
  open,
  title = text.title,
  description,
  source,
  page,
  onClose,
}: PmsHelpDialogProps): ReactNode {
  const scheme = useScheme();
  return (
    <TitledDialog open={open} title={title} maxWidth="md" onClose={onClose}>
      <Stack spacing={3}>
        <Typography color="textSecondary">
          <span>{description}</span> {text.source} <NewTabLink href={source.href}>{source.name}</NewTabLink>
        </Typography>
        <Frame src={`${page}?scheme=${scheme}`} title={text.frame(title)} />
      </Stack>
    </TitledDialog>
  );
}
