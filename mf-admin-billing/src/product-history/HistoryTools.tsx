import { historySorts } from 'shared-api/contracts';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  Button,
  ChoiceButtons,
  DownloadIcon,
  FilterIcon,
  styled,
  Text,
  Toolbar,
  VisuallyHidden,
} from 'shared-ui';
import type { ReactNode } from 'react';
import { historyMessages as words } from './messages';
import { filterCount, moved, type Position } from './position';
import type { Exporting } from './use-export';

const Screen = styled('div')({ '@media print': { display: 'none' } });

export interface HistoryToolsProps {
  position: Position;
  onMove: (position: Position) => void;
  /** Id of the filter form, and whether it is open. */
  form: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  exporting: Exporting;
  /** Nothing could be exported. */
  empty: boolean;
}

/** Filters, sort and export, above the list. */
export function HistoryTools(props: HistoryToolsProps): ReactNode {
  const { position, onMove, form, open, onOpen, exporting, empty } = props;
  const { sort, order, filters } = position;
  const { progress, run } = exporting;
  const active = filterCount(filters);
  return (
    <Screen>
      <Toolbar
        label={words.list}
        actions={
          <>
            <VisuallyHidden role="status">
              {progress ? words.export.progress(progress.at, progress.of) : ''}
            </VisuallyHidden>
            <Button
              icon={<DownloadIcon size={14} />}
              busy={progress !== null}
              disabled={empty}
              onClick={() => void run(position)}
            >
              {progress ? words.export.progress(progress.at, progress.of) : words.export.button}
            </Button>
          </>
        }
      >
        <Button icon={<FilterIcon size={14} />} aria-expanded={open} aria-controls={form} onClick={() => onOpen(!open)}>
          {active > 0 ? words.filters.showCount(active) : words.filters.show}
        </Button>
        <Text as="span" variant="secondary" tone="second" aria-hidden style={{ marginLeft: 8 }}>
          {words.sort.label}
        </Text>
        <ChoiceButtons
          label={words.sort.label}
          value={sort}
          options={historySorts.map((by) => ({ value: by, label: words.sort.by[by] }))}
          onChange={(by) => onMove(moved(position, { sort: by }))}
        />
        <Button
          variant="quiet"
          icon={order === 'asc' ? <ArrowUpIcon size={14} /> : <ArrowDownIcon size={14} />}
          aria-label={`${words.sort.order[order]}: ${words.sort.turn[order]}`}
          onClick={() => onMove(moved(position, { order: order === 'asc' ? 'desc' : 'asc' }))}
        >
          {words.sort.order[order]}
        </Button>
      </Toolbar>
    </Screen>
  );
}
