import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { PageShape } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { color, narrow, radius } from '../theme/tokens';

const Sections = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 });

const Frame = styled('div')({
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
});

const Section = styled(Frame)({ display: 'flex', flexDirection: 'column', gap: 16, padding: 16 });

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: '45% 38%',
  gap: 32,
  [narrow]: { gridTemplateColumns: '1fr', gap: 8 },
});

const Bar = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });

/** A row whose columns beyond a phone's width appear only on wider screens. */
const Row = styled('div')({
  display: 'grid',
  alignItems: 'center',
  gap: 16,
  height: 46,
  padding: '0 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [narrow]: { gridTemplateColumns: '2fr 1fr 1fr !important', '& > :nth-of-type(n+4)': { display: 'none' } },
});

const times = <Item,>(count: number, draw: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => draw(at));

/** Panels of labeled fields. */
function FormShape(): ReactNode {
  return [4, 5, 3].map((fields, section) => (
    <Section key={section}>
      <Skeleton width={140} height={16} />
      {times(fields, (field) => (
        <Fields key={field}>
          <Skeleton height={20} />
          <Skeleton height={20} />
        </Fields>
      ))}
    </Section>
  ));
}

/** A search with filters, and a table with its header. */
function ListShape({ toolbar }: { toolbar: boolean }): ReactNode {
  return (
    <>
      {toolbar && (
        <Bar>
          <Skeleton width={240} height={32} />
          <Skeleton width={110} height={32} />
          <Skeleton width={110} height={32} />
        </Bar>
      )}
      <Frame>
        {times(10, (row) => (
          <Row key={row} style={{ gridTemplateColumns: '3fr 2fr 2fr 1fr' }}>
            <Skeleton width={`${row === 0 ? 30 : 60 + ((row * 17) % 30)}%`} height={14} />
            <Skeleton width="60%" height={14} />
            <Skeleton width="70%" height={14} />
            <Skeleton width="50%" height={14} />
          </Row>
        ))}
      </Frame>
    </>
  );
}

/** Panels with a heading and a few rows. */
function CardsShape(): ReactNode {
  return times(3, (card) => (
    <Section key={card} style={{ gap: 12 }}>
      <Skeleton width={160} height={18} />
      <Skeleton width="min(260px, 80%)" height={12} />
      {times(3, (row) => (
        <Skeleton key={row} height={30} />
      ))}
    </Section>
  ));
}

/** A row per provider with a column per weekday and one for the total. */
function WeekShape(): ReactNode {
  return (
    <Frame>
      {times(8, (row) => (
        <Row key={row} style={{ gridTemplateColumns: '168px repeat(7, minmax(0, 1fr)) 66px', gap: 12 }}>
          <Skeleton width="70%" height={14} />
          {times(7, (day) => (
            <Skeleton key={day} width="80%" height={14} />
          ))}
          <Skeleton width="60%" height={14} />
        </Row>
      ))}
    </Frame>
  );
}

export interface PageSkeletonProps {
  shape: PageShape;
  /** False if the search and the filters of a list are already visible. */
  toolbar?: boolean;
}

/**
 * A skeleton of a page's content, by page shape. The shell shows it while a page's code loads, and the page while its
 * data loads, so the transition is seamless. Pass it as `shape` to `LoadingBlock` or `FirstContent`, which announce it.
 *
 * @example
 * <PageSkeleton shape="list" toolbar />
 */
export function PageSkeleton({ shape, toolbar = true }: PageSkeletonProps): ReactNode {
  return (
    <Sections data-page-shape={shape}>
      {shape === 'form' && <FormShape />}
      {shape === 'list' && <ListShape toolbar={toolbar} />}
      {shape === 'cards' && <CardsShape />}
      {shape === 'week' && <WeekShape />}
    </Sections>
  );
}
