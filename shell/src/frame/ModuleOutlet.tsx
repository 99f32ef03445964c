import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { Button, ErrorState, LoadingBlock, Page, Panel, styled, Text } from 'shared-ui';
import { frameMessages as words } from './messages';
import type { FrameView, ModuleFrame } from './module-frame';

const Footer = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  paddingBottom: 16,
});

/** The panel of a module that failed: what it is, what happened, and the ways back. */
function FailurePanel({ frame, view, title }: { frame: ModuleFrame; view: FrameView; title: string }): ReactNode {
  if (view.state.phase !== 'failed') return null;
  const { module, state, failures } = view;
  return (
    <Page title={title}>
      <Panel>
        <ErrorState
          title={words.failedTitle(title)}
          message={
            <>
              {words.fault[state.fault]} {words.rest}
            </>
          }
          onRetry={() => void frame.retry()}
        />
        <Footer>
          <Text variant="secondary" tone="third">
            {words.version(module.name, module.version)}
          </Text>
          {failures > 1 && (
            <Button variant="quiet" onClick={() => location.reload()}>
              {words.reload}
            </Button>
          )}
        </Footer>
      </Panel>
    </Page>
  );
}

/** Where modules appear, with a skeleton before and a panel instead of one that failed. */
export function ModuleOutlet({ frame, title }: { frame: ModuleFrame; title: string }): ReactNode {
  const view = useSyncExternalStore(frame.subscribe, frame.getView);
  const outlet = useCallback((element: HTMLDivElement | null) => frame.setOutlet(element), [frame]);
  useEffect(() => () => frame.leave(), [frame]);
  const phase = view?.state.phase;
  return (
    <>
      {phase === 'loading' && (
        <Page title={title}>
          <LoadingBlock label={words.loading(title)} />
        </Page>
      )}
      {view && phase === 'failed' && <FailurePanel frame={frame} view={view} title={title} />}
      <div ref={outlet} hidden={phase !== 'running'} />
    </>
  );
}
