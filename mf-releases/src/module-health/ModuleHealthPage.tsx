import { apiErrorOf } from 'shared-api';
import {
  ChoiceButtons,
  ErrorState,
  LoadingBlock,
  Page,
  PageSkeleton,
  Panel,
  RefreshIcon,
  RetryNotice,
} from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { type Health, useReadModuleHealthQuery } from '../api';
import { messages } from '../messages';
import { failingServiceTitles, failingTitles, wasOpened } from './figures';
import { instantText } from './instants';
import { ModuleHealth } from './ModuleHealth';
import { type Days, dayRanges, viewParams } from './view-params';
import { useAutoRefresh } from './use-auto-refresh';

const text = messages.moduleHealth;

/** The most urgent facts, one sentence each. */
function leadOf(health: Health | undefined, days: Days): string {
  if (!health) return text.lead.unknown;
  const failing = failingTitles(health.modules);
  const services = failingServiceTitles(health.modules);
  const failures = [
    ...(failing.length > 0 ? [text.lead.failing(failing, days)] : []),
    ...(services.length > 0 ? [text.lead.services(services, days)] : []),
  ];
  if (failures.length > 0) return failures.join(' ');
  const anything = health.modules.some(({ versions }) => versions.some(wasOpened));
  return anything ? text.lead.fine(days) : text.lead.nobody(days);
}

export function ModuleHealthPage(): ReactNode {
  const [params, setParams] = useUrlParams(viewParams);
  const { data, currentData, error, isFetching, fulfilledTimeStamp, refetch } = useReadModuleHealthQuery(
    { days: params.days },
    { refetchOnMountOrArgChange: true },
  );
  const [refreshing, setRefreshing] = useState(false);
  useAutoRefresh(refetch);
  const failed = isFetching ? undefined : apiErrorOf(error);
  // The previous figures stay visible until those of the new range have loaded.
  const shown = currentData ?? (failed ? undefined : data);

  const refresh = (): void => {
    setRefreshing(true);
    void refetch().finally(() => setRefreshing(false));
  };

  return (
    <Page
      title={text.title}
      lead={leadOf(currentData, params.days)}
      actions={
        <>
          <ChoiceButtons
            label={text.range}
            value={String(params.days)}
            options={dayRanges.map((days) => ({ value: String(days), label: text.days[days] }))}
            onChange={(value) => setParams({ days: dayRanges.find((days) => String(days) === value) ?? params.days })}
          />
          <Button startIcon={<RefreshIcon size={14} />} loading={refreshing} onClick={refresh}>
            {text.refresh}
          </Button>
        </>
      }
    >
      {shown && failed && (
        <RetryNotice tone="attention" title={text.failedAgain} onRetry={refresh} busy={refreshing}>
          <span>{failed.message}</span> <span>{text.shownFrom(instantText((fulfilledTimeStamp ?? 0) / 1000))}</span>
        </RetryNotice>
      )}
      {shown && <ModuleHealth health={shown} params={params} onParams={setParams} busy={currentData === undefined} />}
      {!shown && failed && (
        <Panel>
          <ErrorState title={text.failed} message={failed.message || text.failedWords} onRetry={refresh} />
        </Panel>
      )}
      {!shown && !failed && <LoadingBlock label={text.loading} shape={<PageSkeleton shape="cards" />} />}
    </Page>
  );
}
