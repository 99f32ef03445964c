import { countText } from 'shared-api/contracts';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Button } from '../mui/Button';
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

/** Wide enough for three digits on any page. */
const Size = styled('div')({ flex: 'none', minWidth: 76 });

const PageButton = styled(Button)({
  minWidth: size.control,
  padding: '5px 6px',
  borderColor: 'transparent',
  backgroundColor: 'transparent',
  fontVariantNumeric: 'tabular-nums',
  '&[aria-current=page]': { color: color.primary, backgroundColor: color.primaryTint, borderColor: color.primary },
});

export interface PagerProps {
  /** The page number, from 1. */
  page: number;
  pageSize: number;
  /** The number of rows on all pages. */
  count: number;
  onPage: (page: number) => void;
  pageSizes?: readonly number[];
  onPageSize?: (pageSize: number) => void;
  /** Maximum number of page buttons around the current page; none by default. */
  pageButtons?: number;
}

/** The page numbers with a button, with the current page in the middle if possible. */
export function pagesAround(page: number, last: number, buttons: number): number[] {
  const count = Math.min(buttons, last);
  const first = Math.max(1, Math.min(page - Math.floor(buttons / 2), last - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}

/** The position in a long list, with buttons for other pages. */
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
