import type { ModuleHealth } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronRightIcon, phoneQuery, styled, useMedia, useStoredRequest } from 'shared-ui';
import { Button, IconButton, Stack } from 'shared-ui/mui';
import { type ReactNode, useId, useState } from 'react';
import { BuildFacts } from './BuildFacts';
import { CanaryNotice } from './CanaryNotice';
import { ChangeDialog } from './ChangeDialog';
import { needsAttention, wasOpened } from './figures';
import { moduleHealthMessages as messages } from './messages';
import type { Days } from './view-params';
import { type Change, availableChanges } from './release-change';
import { ContributionsTable } from './ContributionsTable';
import { ModuleFacts, WIDE } from './ModuleFacts';
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

const Module = styled('section')({
  minWidth: 0,
  [WIDE]: { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' },
});

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  padding: '10px 16px',
  [WIDE]: { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1', padding: '8px 16px' },
});

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  gridColumn: '-2 / -1',
  justifyContent: 'end',
});

/** Its width is that of the list, and no column grows with it. */
const Content = styled('div')({
  gridColumn: '1 / -1',
  boxSizing: 'border-box',
  width: 0,
  minWidth: '100%',
  padding: '4px 16px 16px',
});

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
    <Module aria-label={title} {...keptFocus}>
      <Head>
        <ModuleFacts module={module} days={days} />
        {!canary && actions && <Actions>{actions}</Actions>}
      </Head>
      {hasContent && !isFolded && (
        <Content>
          <Stack id={figuresId} spacing={3}>
            {canary && <CanaryNotice module={module} canary={canary} actions={actions} />}
            {opened && <Versions module={module} busy={busy} />}
            {service && <ServiceNotice title={title} service={service} days={days} />}
            {contributions.length > 0 && <ContributionsTable title={title} contributions={contributions} />}
            {build && <BuildFacts title={title} build={build} before={before} />}
          </Stack>
        </Content>
      )}
      {asked && <ChangeDialog {...asked} days={days} onClose={() => setAsked(null)} />}
    </Module>
  );
}
