import { type ReactNode, useCallback, useEffect } from 'react';
import type { PageShape } from 'shared-api/contracts';
import { ErrorState, hiddenButMeasured, LoadingBlock, Page, PageSkeleton, Panel, styled } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { useStore } from 'zustand';
import { moduleHostMessages as messages } from './messages';
import type { ModuleView, ModuleHost } from './module-host';

const Footer = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  paddingBottom: 16,
});

/** The panel of a module that failed: its name, what happened, and how to recover. */
function FailurePanel({ host, view, title }: { host: ModuleHost; view: ModuleView; title: string }): ReactNode {
  if (view.state.phase !== 'failed') return null;
  const { module, state, failures } = view;
  const rest = module.overridden ? messages.overrideRest(module.name) : messages.rest;
  return (
    <Page title={title}>
      <Panel>
        <ErrorState
          title={messages.failedTitle(title)}
          message={
            <>
              <span>{messages.fault[state.fault]}</span> <span>{rest}</span>
            </>
          }
          onRetry={() => void host.retry()}
        />
        <Footer>
          <Typography variant="body2" color="textTertiary">
            {module.overridden
              ? messages.override(module.name, module.entry)
              : messages.version(module.name, module.version)}
          </Typography>
          {failures > 1 && (
            <Button variant="text" onClick={() => location.reload()}>
              {messages.reload}
            </Button>
          )}
        </Footer>
      </Panel>
    </Page>
  );
}

export interface ModuleOutletProps {
  host: ModuleHost;
  title: string;
  /** The skeleton's shape, as declared by the module. */
  shape?: PageShape | undefined;
}

/** Where modules are mounted, with a skeleton while loading and a panel on failure. */
export function ModuleOutlet({ host, title, shape }: ModuleOutletProps): ReactNode {
  const view = useStore(host.view);
  const outlet = useCallback((element: HTMLDivElement | null) => host.setOutlet(element), [host]);
  useEffect(() => () => host.leave(), [host]);
  const phase = view?.state.phase;
  return (
    <>
      {phase === 'loading' && (
        <Page title={title}>
          <LoadingBlock label={messages.loading(title)} shape={shape && <PageSkeleton shape={shape} />} />
        </Page>
      )}
      {view && phase === 'failed' && <FailurePanel host={host} view={view} title={title} />}
      <div ref={outlet} style={phase === 'running' ? undefined : hiddenButMeasured} />
    </>
  );
}
