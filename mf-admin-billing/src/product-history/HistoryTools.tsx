import { historySorts } from 'shared-api/contracts';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  ChoiceButtons,
  DownloadIcon,
  FilterIcon,
  MenuButton,
  MoreIcon,
  phoneQuery,
  styled,
  Toolbar,
  useMedia,
  VisuallyHidden,
} from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { historyMessages as messages } from './messages';
import { filterCount, type HistoryParams } from './history-params';
import type { HistoryExport } from './use-export';

const Screen = styled('div')({ '@media print': { display: 'none' } });

export interface HistoryToolsProps {
  params: HistoryParams;
  onParams: (change: Partial<HistoryParams>) => void;
  /** Id of the filter form. */
  form: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  exporting: HistoryExport;
  /** True if there is nothing to export. */
  empty: boolean;
}

/** Filters, sort and export above the list. On a phone, the latter two are in a menu. */
export function HistoryTools(props: HistoryToolsProps): ReactNode {
  const { params, form, open, onOpen, exporting } = props;
  const { progress } = exporting;
  const isPhone = useMedia(phoneQuery);
  const active = filterCount(params);
  return (
    <Screen>
      <Toolbar
        label={messages.list}
        actions={
          <>
            <VisuallyHidden role="status">
              {progress ? messages.export.progress(progress.at, progress.of) : ''}
            </VisuallyHidden>
            {isPhone ? <HistoryMenu {...props} /> : <ExportButton {...props} />}
          </>
        }
      >
        <Button
          startIcon={<FilterIcon size={14} />}
          aria-expanded={open}
          aria-controls={form}
          onClick={() => onOpen(!open)}
        >
          {active > 0 ? messages.filters.showCount(active) : messages.filters.show}
        </Button>
        {!isPhone && <SortButtons {...props} />}
      </Toolbar>
    </Screen>
  );
}

/** The sort controls. */
function SortButtons({ params: { sort, order }, onParams }: Pick<HistoryToolsProps, 'params' | 'onParams'>): ReactNode {
  return (
    <>
      <Typography component="span" variant="body2" color="textSecondary" aria-hidden style={{ marginLeft: 8 }}>
        {messages.sort.label}
      </Typography>
      <ChoiceButtons
        label={messages.sort.label}
        value={sort}
        options={historySorts.map((by) => ({ value: by, label: messages.sort.by[by] }))}
        onChange={(by) => onParams({ sort: by })}
      />
      <Button
        variant="text"
        startIcon={order === 'asc' ? <ArrowUpIcon size={14} /> : <ArrowDownIcon size={14} />}
        aria-label={`${messages.sort.order[order]}: ${messages.sort.turn[order]}`}
        onClick={() => onParams({ order: order === 'asc' ? 'desc' : 'asc' })}
      >
        {messages.sort.order[order]}
      </Button>
    </>
  );
}

function ExportButton({
  params,
  exporting: { progress, run },
  empty,
}: Pick<HistoryToolsProps, 'params' | 'exporting' | 'empty'>): ReactNode {
  return (
    <Button
      startIcon={<DownloadIcon size={14} />}
      loading={progress !== null}
      disabled={empty}
      onClick={() => void run(params)}
    >
      {progress ? messages.export.progress(progress.at, progress.of) : messages.export.button}
    </Button>
  );
}

/** The sort and export menu on a phone. */
function HistoryMenu({ params, onParams, exporting: { progress, run }, empty }: HistoryToolsProps): ReactNode {
  const { sort, order } = params;
  return (
    <MenuButton
      iconOnly
      label={messages.more}
      startIcon={<MoreIcon />}
      items={[
        ...historySorts.map((by) => ({
          label: messages.sort.named[by],
          checked: sort === by,
          onSelect: () => onParams({ sort: by }),
        })),
        'divider',
        ...(['asc', 'desc'] as const).map((turn) => ({
          label: messages.sort.order[turn],
          checked: order === turn,
          onSelect: () => onParams({ order: turn }),
        })),
        'divider',
        { label: messages.export.button, disabled: empty || progress !== null, onSelect: () => void run(params) },
      ]}
    />
  );
}
