import type { ModuleHealth, VersionHealth } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronRightIcon, FactLine, Panel, phoneQuery, useMedia, useStoredRequest } from 'shared-ui';
import { Button, IconButton, Stack } from 'shared-ui/mui';
import { type ReactNode, useId, useState } from 'react';
import { BuildFacts } from './BuildFacts';
import { CanaryNotice } from './CanaryNotice';
import { ChangeDialog } from './ChangeDialog';
import { needsAttention, shownVitals, versionIn, wasOpened } from './figures';
import { moduleHealthMessages as messages } from './messages';
import type { Days } from './view-params';
import { type Change, availableChanges } from './release-change';
import { ContributionsTable } from './ContributionsTable';
import { ServiceNotice } from './ServiceNotice';
import { PERCENT_RECORD, percentRequest } from './stored-percent';
import { useFocusFallback } from './use-focus-fallback';
import { Versions } from './Versions';
import { VitalFigure } from './VitalFigure';

const labels: Record<Change, string> = {
  promote: messages.action.promote,
  percent: messages.action.percent,
  withdraw: messages.action.rollback,
  rollback: messages.action.rollback,
};

function liveFigures({ visits, people, errors, vitals }: VersionHealth, countsVisits: boolean): ReactNode[] {
  return [
    countsVisits && visits > 0 && messages.module.used(visits, people),
    messages.module.errors(errors),
    ...shownVitals.map(
      (name) =>
        vitals[name] && (
          <span key={name}>
            {messages.version.vitals[name].short} <VitalFigure name={name} vital={vitals[name]} />
          </span>
        ),
    ),
  ];
}

/** The facts about a module. A phone leaves out those that never change. */
function factsOf(module: ModuleHealth, days: Days, isPhone: boolean): ReactNode[] {
  const { name, audience, live_version, versions } = module;
  const where = audience === null ? messages.module.shell : messages.module.audience[audience];
  const live = live_version === null ? messages.module.noneLive : messages.module.live(live_version);
  const unseen = audience === null ? messages.module.shellUnseen(days) : messages.module.unseen(days);
  const figures = versionIn(module, 'live');
  return [
    !isPhone && name,
    !isPhone && where,
    live,
    ...(figures && wasOpened(figures) ? liveFigures(figures, audience !== null) : []),
    !versions.some(wasOpened) && unseen,
  ];
}

export interface ModulePanelProps {
  module: ModuleHealth;
  days: Days;
  busy: boolean;
  /** True if the person may change the versions. */
  mayChange: boolean;
}

/** One module with its versions and their figures. It is collapsed to one line while the module needs no attention. */
export function ModulePanel({ module, days, busy, mayChange }: ModulePanelProps): ReactNode {
  const stored = useStoredRequest(PERCENT_RECORD);
  const [asked, setAsked] = useState<{ change: Change; module: ModuleHealth } | null>(
    mayChange && module.canary && stored === percentRequest(module) ? { change: 'percent', module } : null,
  );
  const keptFocus = useFocusFallback();
  const { title, canary, service, contributions = [], builds: [build, before] = [] } = module;
  const isRemarkable = needsAttention(module);
  const [expanded, setExpanded] = useState(false);
  const figuresId = useId();
  const isPhone = useMedia(phoneQuery);
  const buttons = (mayChange ? availableChanges(module) : []).map((change) => (
    <Button
      key={change}
      color={change === 'withdraw' || change === 'rollback' ? 'error' : 'primary'}
      onClick={() => setAsked({ change, module })}
    >
      {labels[change]}
    </Button>
  ));
  const opened = module.versions.some(wasOpened);
  const hasContent = canary !== null || opened || Boolean(service ?? build) || contributions.length > 0;
  const isFoldable = hasContent && !isRemarkable;
  const isFolded = isFoldable && !expanded;
  const Chevron = isFolded ? ChevronRightIcon : ChevronDownIcon;
  const toggle = {
    'aria-expanded': !isFolded,
    'aria-controls': figuresId,
    'aria-label': messages.module.figuresOf(title),
    onClick: () => setExpanded(isFolded),
  };
  const actions = (buttons.length > 0 || isFoldable) && (
    <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
      {buttons}
      {isFoldable && isPhone && (
        <IconButton {...toggle}>
          <Chevron size={16} />
        </IconButton>
      )}
      {isFoldable && !isPhone && (
        <Button variant="text" startIcon={<Chevron size={14} />} {...toggle}>
          {messages.module.figures}
        </Button>
      )}
    </Stack>
  );
  return (
    <div {...keptFocus}>
      <Panel
        title={title}
        description={<FactLine facts={factsOf(module, days, isPhone)} />}
        actions={canary ? undefined : actions || undefined}
        flush={!hasContent || isFolded}
      >
        {hasContent && !isFolded && (
          <Stack id={figuresId} spacing={3}>
            {canary && <CanaryNotice module={module} canary={canary} actions={actions} />}
            {opened && <Versions module={module} busy={busy} />}
            {service && <ServiceNotice title={title} service={service} days={days} />}
            {contributions.length > 0 && <ContributionsTable title={title} contributions={contributions} />}
            {build && <BuildFacts title={title} build={build} before={before} />}
          </Stack>
        )}
        {asked && <ChangeDialog {...asked} days={days} onClose={() => setAsked(null)} />}
      </Panel>
    </div>
  );
}
