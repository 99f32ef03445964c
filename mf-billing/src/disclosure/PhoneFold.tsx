import { ChevronDownIcon, ChevronRightIcon, color, radius, styled } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';

const Box = styled('div')({
  position: 'relative',
  padding: '12px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
});

/** Pressing the box anywhere presses it. */
const Opener = styled('button')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 10,
  width: '100%',
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.panel },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
});

export interface PhoneFoldProps {
  title: string;
  /** Level of the heading. */
  level: 'h2' | 'h3';
  /** Stays visible above the content. */
  summary: string;
  children: ReactNode;
}

/** Content that a phone folds to its heading and a summary, because it's rarely needed there. */
export function PhoneFold({ title, level, summary, children }: PhoneFoldProps): ReactNode {
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon;
  return (
    <Stack spacing={3}>
      <Box>
        <Typography variant="h2" component={level}>
          <Opener type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            <span>{title}</span>
            <Chevron size={14} />
          </Opener>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {summary}
        </Typography>
      </Box>
      {open && children}
    </Stack>
  );
}
