import { countText } from 'shared-api/contracts';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ButtonRoot } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { SelectInput } from '../fields/SelectInput';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons';
import { Stack } from '../layout/Stack';
import { Text } from '../layout/Text';
import { commonMessages } from '../messages';
import { color, size } from '../theme/tokens';

const Root = styled('nav')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
});

/** Room for three figures, however narrow the page is. */
const Size = styled('div')({ flex: 'none', minWidth: 76 });

const PageButton = styled(ButtonRoot)({
  minWidth: size.control,
  padding: '5px 6px',
  borderColor: 'transparent',
  backgroundColor: 'transparent',
  fontVariantNumeric: 'tabular-nums',
  '&[aria-current=page]': { color: color.primary, backgroundColor: color.primaryTint, borderColor: color.primary },
});

export interface PagerProps {
  /** Counts from 1. */
  page: number;
  pageSize: number;
  /** Rows on all pages. */
  count: number;
  onPage: (page: number) => void;
  pageSizes?: readonly number[];
  onPageSize?: (pageSize: number) => void;
  /** Buttons of single pages, at most so many, around the present one; none when absent. */
  pageButtons?: number;
}

/** The pages that have a button: as many as fit, with the present one in the middle where it can be. */
export function pagesAround(page: number, last: number, buttons: number): number[] {
  const count = Math.min(buttons, last);
  const first = Math.max(1, Math.min(page - Math.floor(buttons / 2), last - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}

/** Where one is in a long list, and the way to the next page. */
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
      <Text tone="second" role="status">
        {commonMessages.range(from, to, count)}
      </Text>
      <Stack direction="row" gap={2} wrap>
        {onPageSize && (
          <>
            <Text variant="secondary" tone="second" aria-hidden>
              {commonMessages.rowsPerPage}
            </Text>
            <Size>
              <SelectInput
                hideLabel
                label={commonMessages.rowsPerPage}
                value={String(pageSize)}
                options={pageSizes.map((rows) => ({ value: String(rows), label: String(rows) }))}
                onChange={(rows) => onPageSize(Number(rows))}
              />
            </Size>
          </>
        )}
        <Stack direction="row" gap={1}>
          <IconButton
            label={commonMessages.previousPage}
            icon={<ChevronLeftIcon />}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          {pagesAround(page, last, pageButtons).map((at) => (
            <PageButton
              key={at}
              look="default"
              aria-label={commonMessages.page(at, last)}
              aria-current={at === page ? 'page' : undefined}
              onClick={() => onPage(at)}
            >
              {countText(at)}
            </PageButton>
          ))}
          <IconButton
            label={commonMessages.nextPage}
            icon={<ChevronRightIcon />}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          />
        </Stack>
      </Stack>
    </Root>
  );
}
