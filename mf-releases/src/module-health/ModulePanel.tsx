import type { ModuleHealth } from 'shared-api/contracts';
import { FactLine, Panel, useStoredRequest } from 'shared-ui';
import { Button, Stack } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { CanaryNotice } from './CanaryNotice';
import { ChangeDialog } from './ChangeDialog';
import { wasOpened } from './figures';
import { moduleHealthMessages as messages } from './messages';
import type { Days } from './view-params';
import { type Change, availableChanges } from './release-change';
import { ContributionsTable } from './ContributionsTable';
import { ServiceNotice } from './ServiceNotice';
import { PERCENT_RECORD, percentRequest } from './stored-percent';
import { useFocusFallback } from './use-focus-fallback';
import { Versions } from './Versions';

const labels: Record<Change, string> = {
  promote: messages.action.promote,
  percent: messages.action.percent,
  withdraw: messages.action.rollback,
  rollback: messages.action.rollback,
};

function factsOf({ name, audience, live_version, versions }: ModuleHealth, days: Days): ReactNode[] {
  const where = audience === null ? messages.module.shell : messages.module.audience[audience];
  const live = live_version === null ? messages.module.noneLive : messages.module.live(live_version);
  const unseen = audience === null ? messages.module.shellUnseen(days) : messages.module.unseen(days);
  return [name, where, live, !versions.some(wasOpened) && unseen];
}

export interface ModulePanelProps {
  module: ModuleHealth;
  days: Days;
  busy: boolean;
  /** True if the person may change the versions. */
  mayChange: boolean;
}

/** One module with its versions and their figures. */
export function ModulePanel({ module, days, busy, mayChange }: ModulePanelProps): ReactNode {
  const stored = useStoredRequest(PERCENT_RECORD);
  const [asked, setAsked] = useState<{ change: Change; module: ModuleHealth } | null>(
    mayChange && module.canary && stored === percentRequest(module) ? { change: 'percent', module } : null,
  );
  const keptFocus = useFocusFallback();
  const { title, canary, service, contributions = [] } = module;
  const buttons = (mayChange ? availableChanges(module) : []).map((change) => (
    <Button
      key={change}
      color={change === 'withdraw' || change === 'rollback' ? 'error' : 'primary'}
      onClick={() => setAsked({ change, module })}
    >
      {labels[change]}
    </Button>
  ));
  const actions = buttons.length > 0 && (
    <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
      {buttons}
    </Stack>
  );
  const opened = module.versions.some(wasOpened);
  const hasContent = canary !== null || opened || Boolean(service) || contributions.length > 0;
  return (
    <div {...keptFocus}>
      <Panel
        title={title}
        description={<FactLine facts={factsOf(module, days)} />}
        actions={canary ? undefined : actions || undefined}
        flush={!hasContent}
      >
        {hasContent && (
          <Stack spacing={3}>
            {canary && <CanaryNotice module={module} canary={canary} actions={actions} />}
            {opened && <Versions module={module} busy={busy} />}
            {service && <ServiceNotice title={title} service={service} days={days} />}
            {contributions.length > 0 && <ContributionsTable title={title} contributions={contributions} />}
          </Stack>
        )}
        {asked && <ChangeDialog {...asked} days={days} onClose={() => setAsked(null)} />}
      </Panel>
    </div>
  );
}
