import FormLabel from '@mui/material/FormLabel';
import { styled } from '@mui/material/styles';
import { type ActivityActor, type ActivityArea, activityAreaLabels } from 'shared-api/contracts/activity';
import type { ReactNode } from 'react';
import { DateRangeInput } from '../date-pickers';
import { EmptyState, ErrorState, LoadingBlock } from '../feedback';
import { ChoiceButtons, FoldedFilters } from '../fields';
import { LabelRow } from '../fields/Field';
import { SelectField } from '../forms';
import { DownloadIcon } from '../icons';
import { PageSkeleton, Panel, VisuallyHidden } from '../layout';
import { Button, Stack, Typography } from '../mui';
import { size } from '../theme/tokens';
import { ActivityList } from './ActivityList';
import { activityMessages as messages } from './messages';
import { activityFilterCount, type ActivityFilters, activityPeriods, noActivityFilters } from './params';
import type { ActivityPages } from './use-activity-pages';

const Filters = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  alignItems: 'flex-end',
  '@media print': { display: 'none' },
});

/** Narrow enough for one line with the buttons on a tablet. */
const Control = styled('div')({ flex: '1 1 128px', maxWidth: 200 });

const Dates = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '12px 16px', flex: '1 1 320px' });

/** The buttons with their label, as high as a field with its own. */
const Period = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  '& > [role=group]': { height: size.control, '& > button': { minHeight: 0 } },
});

export interface ActivityPanelProps {
  pages: ActivityPages;
  filters: ActivityFilters;
  onFilters: (change: Partial<ActivityFilters>) => void;
  /** The areas to filter by. */
  areas: readonly ActivityArea[];
  /** Undefined while loading. */
  actors: readonly ActivityActor[] | undefined;
  exporting: { progress: number | null; run: () => Promise<void> };
  navigate: (path: string) => void;
  practicePath?: ((practiceId: number) => string) | undefined;
}

/** The activity list with its filters. The filters stay mounted while the list loads, so they keep focus. */
export function ActivityPanel(props: ActivityPanelProps): ReactNode {
  const { pages, filters, onFilters, areas, actors = [], exporting, navigate, practicePath } = props;
  const { area, actor, period, from, to } = filters;
  const { items, page, loading, failure, retry, loadEarlier } = pages;
  const unknown = actor !== '' && !actors.some(({ id }) => id === actor);
  const filterCount = activityFilterCount(filters);
  const isFiltered = filterCount > 0;
  return (
    <Stack spacing={4}>
      <Filters role="group" aria-label={messages.filters}>
        <FoldedFilters count={filterCount}>
          <Control>
            <SelectField
              label={messages.area}
              value={area}
              options={[
                { value: '' as const, label: messages.allAreas },
                ...areas.map((value) => ({ value, label: activityAreaLabels[value] })),
              ]}
              onChange={({ target }) => onFilters({ area: target.value })}
            />
          </Control>
          <Control>
            <SelectField
              label={messages.actor}
              value={actor}
              options={[
                { value: '', label: messages.everyone },
                ...actors.map(({ id, name }) => ({ value: id, label: name })),
                ...(unknown ? [{ value: actor, label: '…' }] : []),
              ]}
              onChange={({ target }) => onFilters({ actor: target.value })}
            />
          </Control>
          <Period>
            <LabelRow>
              <FormLabel component="span">{messages.period}</FormLabel>
            </LabelRow>
            <ChoiceButtons
              label={messages.period}
              value={period}
              options={activityPeriods.map((value) => ({ value, label: messages.periods[value] }))}
              onChange={(value) => onFilters({ period: value })}
            />
          </Period>
          {period === 'dates' && (
            <Dates>
              <DateRangeInput
                startLabel={messages.from}
                endLabel={messages.to}
                value={{ start: from, end: to }}
                onChange={({ start, end }) => onFilters({ from: start, to: end })}
              />
            </Dates>
          )}
        </FoldedFilters>
        <div style={{ marginLeft: 'auto' }}>
          <Button
            startIcon={<DownloadIcon size={14} />}
            loading={exporting.progress !== null}
            disabled={!items || items.length === 0}
            onClick={() => void exporting.run()}
          >
            {exporting.progress === null ? messages.csv.button : messages.csv.busy(exporting.progress)}
          </Button>
        </div>
      </Filters>
      <VisuallyHidden role="status">
        {loading ? messages.loading : items ? messages.loaded(items.length) : ''}
      </VisuallyHidden>
      {page?.hidden_areas.includes('billing') && (
        <Typography variant="body2" color="textSecondary">
          {messages.hiddenBilling}
        </Typography>
      )}
      {!items && failure === undefined && (
        <LoadingBlock label={messages.loading} shape={<PageSkeleton shape="list" toolbar={false} />} />
      )}
      {items && items.length > 0 && page && (
        <ActivityList
          items={items}
          timeZone={page.time_zone}
          navigate={navigate}
          practicePath={practicePath}
          busy={loading}
        />
      )}
      {failure !== undefined && (
        <Panel>
          <ErrorState message={failure} busy={loading} onRetry={retry} />
        </Panel>
      )}
      {items && items.length === 0 && failure === undefined && (
        <Panel>
          <EmptyState
            title={isFiltered ? messages.emptyFiltered : messages.empty}
            action={isFiltered && <Button onClick={() => onFilters(noActivityFilters)}>{messages.clear}</Button>}
          >
            {isFiltered ? messages.emptyFilteredText : messages.emptyText}
          </EmptyState>
        </Panel>
      )}
      {items && items.length > 0 && failure === undefined && (
        <div style={{ textAlign: 'center' }} data-screen-only="">
          {loadEarlier ? (
            <Button loading={loading} onClick={loadEarlier}>
              {messages.earlier}
            </Button>
          ) : (
            <Typography variant="body2" color="textSecondary">
              {messages.beginning}
            </Typography>
          )}
        </div>
      )}
    </Stack>
  );
}
