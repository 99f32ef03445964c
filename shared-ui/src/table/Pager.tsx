import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { countText } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { SelectField } from '../choices/SelectField';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { color, forcedOutline, size } from '../theme/tokens';

const Root = styled('nav')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
});

/** Wide enough for three digits on any page. */
const Size = styled('div')({ flex: 'none', minWidth: 76 });

const PageButton = styled(Button)({
  minWidth: size.control,
  padding: '5px 6px',
  borderColor: 'transparent',
  backgroundColor: 'transparent',
  fontVariantNumeric: 'tabular-nums',
  '&[aria-current=page]': {
    color: color.primary,
    backgroundColor: color.primaryTint,
    borderColor: color.primary,
    ...forcedOutline,
  },
});

export interface PagerProps {
  /** The page number, from 1. */
  page: number;
  pageSize: number;
  /** Total number of rows. */
  count: number;
  onPage: (page: number) => void;
  pageSizes?: readonly number[];
  onPageSize?: (pageSize: number) => void;
  /** Maximum number of page buttons around the current page; none by default. */
  pageButtons?: number;
}

/** The page numbers with a button, centered on the current page if possible. */
export function pagesAround(page: number, last: number, buttons: number): number[] {
  const count = Math.min(buttons, last);
  const first = Math.max(1, Math.min(page - Math.floor(buttons / 2), last - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}

/**
 * Shows the position in a long list, with buttons for other pages.
 *
 * @example
 * const [page, setPage] = useState(1);
 * return <Pager page={page} pageSize={25} count={303} onPage={setPage} />;
 */
export function Pager({
  page,
  pageSize,
  count,
  onPage,
  pageSizes = [10, 25, 50, 100],
  onPageSize,
  pageButtons = 0,
}: PagerProps): ReactNode {
  const last = Math.max(1, Math.ceil(count / pageSize));
  const from = Math.min(count, (page - 1) * pageSize + 1);
  const to = Math.min(count, page * pageSize);
  return (
    <Root aria-label={commonMessages.pages}>
      <Typography color="textSecondary" role="status">
        {commonMessages.range(from, to, count)}
      </Typography>
      <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
        {onPageSize && (
          <>
            <Typography variant="body2" color="textSecondary" aria-hidden>
              {commonMessages.rowsPerPage}
            </Typography>
            <Size>
              <SelectField
                hideLabel
                label={commonMessages.rowsPerPage}
                value={String(pageSize)}
                options={pageSizes.map((rows) => ({ value: String(rows), label: String(rows) }))}
                onChange={(event) => onPageSize(Number(event.target.value))}
              />
            </Size>
          </>
        )}
        <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap' }}>
          <Tooltip title={commonMessages.previousPage}>
            <IconButton disabled={page <= 1} onClick={() => onPage(page - 1)}>
              <ChevronLeftIcon />
            </IconButton>
          </Tooltip>
          {pagesAround(page, last, pageButtons).map((at) => (
            <PageButton
              key={at}
              aria-label={commonMessages.page(at, last)}
              aria-current={at === page ? 'page' : undefined}
              onClick={() => onPage(at)}
            >
              {countText(at)}
            </PageButton>
          ))}
          <Tooltip title={commonMessages.nextPage}>
            <IconButton disabled={page >= last} onClick={() => onPage(page + 1)}>
              <ChevronRightIcon />
            </IconButton>
          </Tooltip>
        </Stack>
      </Stack>
    </Root>
  );
}
