import type { Canary, ModuleHealth } from 'shared-api/contracts';
import { Alert, AlertTitle, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { versionIn } from './figures';
import { instantText } from './instants';
import { moduleHealthMessages } from './messages';

const text = moduleHealthMessages.canary;

export interface CanaryNoticeProps {
  module: ModuleHealth;
  canary: Canary;
  /** The actions for the canary. */
  actions: ReactNode;
}

/** Describes a canary: who gets it, how it performs, and when it is withdrawn. */
export function CanaryNotice({ module, canary, actions }: CanaryNoticeProps): ReactNode {
  const { version, rule, started_at, started_by } = canary;
  const figures = versionIn(module, 'canary') ?? { people: 0, failing_people: 0 };
  return (
    <Alert severity="info" action={actions}>
      <AlertTitle>{text.title(version, canary)}</AlertTitle>
      <span>{`${text.soFar(figures)} ${text.rule(rule)}`}</span>
      <Typography variant="body2" color="textSecondary" style={{ marginTop: 2 }}>
        {text.since(instantText(started_at), started_by)}
      </Typography>
    </Alert>
  );
}
