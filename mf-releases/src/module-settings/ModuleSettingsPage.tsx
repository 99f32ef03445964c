import { apiErrorOf } from 'shared-api';
import { EmptyState, ErrorState, LoadingBlock, Page, PageSkeleton, Panel } from 'shared-ui';
import { Stack } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useListModuleSettingsQuery } from '../api';
import { settingsMessages as messages } from './messages';
import { ModuleSettingsPanel } from './ModuleSettingsPanel';

/** The page where the operator of the console configures its modules. */
export function ModuleSettingsPage(): ReactNode {
  const { data: modules, error, refetch } = useListModuleSettingsQuery({}, { refetchOnMountOrArgChange: true });
  const { session } = useRemote();
  return (
    <Page title={messages.title} lead={messages.lead}>
      {modules ? (
        <Stack spacing={4}>
          {modules.map((module) => (
            <ModuleSettingsPanel key={module.name} module={module} mayChange={session.flags.super_admin} />
          ))}
          {modules.length === 0 && (
            <Panel>
              <EmptyState title={messages.none.title}>{messages.none.text}</EmptyState>
            </Panel>
          )}
        </Stack>
      ) : error ? (
        <Panel>
          <ErrorState title={messages.failed} message={apiErrorOf(error).message} onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <LoadingBlock label={messages.loading} shape={<PageSkeleton shape="form" />} />
      )}
    </Page>
  );
}
