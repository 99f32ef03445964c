import { apiErrorOf } from 'shared-api';
import { planIntervals } from 'shared-api/contracts';
import { ChoiceButtons, EmptyState, ErrorState, LoadingBlock, Panel, styled } from 'shared-ui';
import { Skeleton, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useListTrialPlansQuery } from '../api';
import type { DialogRequest } from './dialog-request';
import { messages } from './messages';
import { PlanCard } from './PlanCard';
import { useInterval } from './use-interval';

const text = messages.plans;
const options = planIntervals.map((value) => ({ value, label: messages.current.intervals[value] }));

export const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  gap: 12,
  alignItems: 'stretch',
});

const shape = (
  <Grid>
    <Skeleton height={150} />
    <Skeleton height={150} />
  </Grid>
);

/** The plans of the selected billing interval. */
export function AvailablePlans({ onRequest }: { onRequest: (request: DialogRequest) => void }): ReactNode {
  const { id: practiceId } = usePractice();
  const [interval, setInterval] = useInterval();
  const { data, error, isFetching, refetch } = useListTrialPlansQuery({ practiceId });
  const plans = data?.plans.filter((plan) => plan.interval === interval);
  return (
    <section aria-label={text.title}>
      <Stack spacing={3}>
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <Typography variant="h2">{text.title}</Typography>
          <ChoiceButtons label={text.interval} value={interval} options={options} onChange={setInterval} />
        </Stack>
        {!data && error && (
          <Panel>
            <ErrorState
              title={text.failed}
              message={apiErrorOf(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </Panel>
        )}
        {!data && !error && <LoadingBlock shape={shape} />}
        {plans?.length === 0 && (
          <Panel>
            <EmptyState title={text.none[interval]}>{text.noneHelp}</EmptyState>
          </Panel>
        )}
        {plans && plans.length > 0 && (
          <Grid>
            {plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} amountsHidden={data?.amounts_hidden === true} onRequest={onRequest} />
            ))}
          </Grid>
        )}
      </Stack>
    </section>
  );
}
