/** The figures of each version, for the table on wide screens and the cards on narrow ones. */
import { countText, type ModuleHealth, type VersionHealth } from 'shared-api/contracts';
import { color, StatusBadge } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { shareText, shownVitals } from './figures';
import { moduleHealthMessages } from './messages';
import { VitalFigure } from './VitalFigure';

const text = moduleHealthMessages.version;

export interface VersionFigure {
  key: string;
  label: string;
  /** An abbreviation whose full label is available to screen readers and on hover. */
  title?: string;
  figure: (version: VersionHealth) => ReactNode;
  /** True for figures about visits. The shell has none. */
  ofVisits?: boolean;
}

/** A count of failures, highlighted unless it is 0. */
function Bad({ count, share = '' }: { count: number; share?: string }): ReactNode {
  if (count === 0) return <span style={{ color: color.inkThird }}>0</span>;
  return (
    <span style={{ color: color.danger, fontWeight: 600 }}>
      {share === '' ? countText(count) : `${countText(count)} (${share})`}
    </span>
  );
}

const figures: readonly VersionFigure[] = [
  { key: 'people', label: text.people, figure: ({ people }) => countText(people), ofVisits: true },
  {
    key: 'failing',
    label: text.failing,
    figure: ({ failing_people: failing, people }) => <Bad count={failing} share={shareText(failing, people)} />,
    ofVisits: true,
  },
  { key: 'visits', label: text.visits, figure: ({ visits }) => countText(visits), ofVisits: true },
  {
    key: 'failed',
    label: text.failedVisits,
    figure: ({ failed_visits }) => <Bad count={failed_visits} />,
    ofVisits: true,
  },
  { key: 'errors', label: text.errors, figure: ({ errors }) => <Bad count={errors} /> },
  ...shownVitals.map((name) => ({
    key: name,
    label: text.vitals[name].short,
    title: text.vitals[name].long,
    figure: ({ vitals }: VersionHealth) => <VitalFigure name={name} vital={vitals[name]} />,
  })),
];

/** The figures of a module's versions. */
export function figuresOf({ audience }: ModuleHealth): readonly VersionFigure[] {
  return audience === null ? figures.filter(({ ofVisits }) => !ofVisits) : figures;
}

function RoleBadge({ role, percent }: { role: VersionHealth['role']; percent: number | undefined }): ReactNode {
  switch (role) {
    case 'live':
      return <StatusBadge tone="success">{text.role.live}</StatusBadge>;
    case 'canary':
      return <StatusBadge tone="information">{text.canary(percent)}</StatusBadge>;
    case 'former':
      return <StatusBadge tone="neutral">{text.role.former}</StatusBadge>;
  }
}

/** A version and its role: live, canary or earlier. */
export function VersionName({ version, module }: { version: VersionHealth; module: ModuleHealth }): ReactNode {
  return (
    <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
      <Typography component="span" style={{ fontSize: 13, overflowWrap: 'anywhere' }} variant="subtitle1">
        {version.version}
      </Typography>
      <RoleBadge role={version.role} percent={module.canary?.percent} />
    </Stack>
  );
}
