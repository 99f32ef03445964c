import { apiErrorOf } from 'shared-api';
import { listText, planIntervals, type TrialPlan } from 'shared-api/contracts';
import { ChoiceButtons, color, EmptyState, ErrorState, LoadingBlock, Panel, StatusBadge, styled } from 'shared-ui';
import { Skeleton, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useListTrialPlansQuery } from '../api';
import { DisclosureRow } from '../disclosure/DisclosureRow';
import { rateText } from '../figures';
import type { DialogRequest } from './dialog-request';
import { messages } from './messages';
import { PlanCard } from './PlanCard';
import { useInterval } from './use-interval';

const text = messages.plans;
const options = planIntervals.map((value) => ({ value, label: messages.current.intervals[value] }));

const Grid = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  '& > *': { flex: '1 1 min(340px, 100%)' },
  // A running trial is a fact of the practice rather than an offer.
  '& > [data-on-trial]': { flexBasis: '100%' },
});

const shape = (
  <Grid>
    <Skeleton height={150} />
    <Skeleton height={150} />
  </Grid>
);

const isOnTrial = ({ active_trial: trial }: TrialPlan): boolean => trial !== null;

/** True if the practice has everything that the plan includes, and its trial isn't running. */
const isIncluded = (plan: TrialPlan): boolean => plan.offer.state === 'active' && !isOnTrial(plan);

/** The plans of the selected billing interval. Those that add nothing are folded to their names. */
export function AvailablePlans({ onRequest }: { onRequest: (request: DialogRequest) => void }): ReactNode {
  const { id: practiceId } = usePractice();
  const [interval, setInterval] = useInterval();
  const { data, error, isFetching, refetch } = useListTrialPlansQuery({ practiceId });
  const plans = data?.plans.filter((plan) => plan.interval === interval);
  const own = plans?.filter((plan) => !isIncluded(plan)) ?? [];
  const offered = [...own.filter(isOnTrial), ...own.filter((plan) => !isOnTrial(plan))];
  const included = plans?.filter(isIncluded) ?? [];
  const amountsHidden = data?.amounts_hidden === true;
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
        {offered.length > 0 && (
          <Grid>
            {offered.map((plan) => (
              <PlanCard key={plan.id} plan={plan} amountsHidden={amountsHidden} onRequest={onRequest} />
            ))}
          </Grid>
        )}
        {included.length > 0 && <IncludedPlans plans={included} amountsHidden={amountsHidden} />}
      </Stack>
    </section>
  );
}

const List = styled('ul')({ display: 'grid', gap: 12, listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '0 16px',
  '& + &': { borderTop: `1px solid ${color.line}`, paddingTop: 12 },
});

const Names = styled('span')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 10px' });

interface IncludedPlansProps {
  plans: readonly TrialPlan[];
  amountsHidden: boolean;
}

/** The plans that the practice already has completely, in one line. It expands to their prices. */
function IncludedPlans({ plans, amountsHidden }: IncludedPlansProps): ReactNode {
  return (
    <Panel flush>
      <DisclosureRow
        title={
          <Names>
            <StatusBadge tone="success">{text.allActive}</StatusBadge>
            <span>{listText(plans.map(({ name }) => name))}</span>
          </Names>
        }
      >
        <List aria-label={text.allActive}>
          {plans.map(({ id, name, description, amount, currency, interval }) => (
            <Row key={id}>
              <Typography variant="subtitle1">{name}</Typography>
              {!amountsHidden && <Typography align="right">{rateText(amount, currency, interval)}</Typography>}
              {description !== null && (
                <Typography variant="body2" color="textSecondary">
                  {description}
                </Typography>
              )}
            </Row>
          ))}
        </List>
      </DisclosureRow>
    </Panel>
  );
}
