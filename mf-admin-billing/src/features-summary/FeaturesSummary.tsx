import { memo, type ReactNode, useEffect } from 'react';
import { ErrorState, LoadingBlock, narrow, Panel, phone, phoneQuery, styled, useMedia } from 'shared-ui';
import { Skeleton, Stack } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { changeCount } from '../features-editing/draft';
import { FeaturesEditor } from './FeaturesEditor';
import { featuresMessages as messages } from './messages';
import { useFeatures } from './use-features';

export interface FeaturesSummaryProps {
  /** Called with a description of the unsaved work, or null. */
  onUnsaved: (what: string | null) => void;
}

/** Bundles, features, feature flags and dates of the practice (specification: internal administration, 2.1). */
export const FeaturesSummary = memo(function FeaturesSummary({ onUnsaved }: FeaturesSummaryProps): ReactNode {
  const practice = usePractice();
  const features = useFeatures(practice.id);
  const { draft, options, hasFailed, remedy, isFetching: fetching, readAgain } = features;
  const changes = draft ? changeCount(draft) : 0;
  useEffect(() => {
    onUnsaved(changes > 0 ? messages.unsaved(changes) : null);
    return () => onUnsaved(null);
  }, [changes, onUnsaved]);

  if (draft && options) return <FeaturesEditor features={features} draft={draft} options={options} />;
  return (
    <Panel title={messages.title} description={messages.description}>
      {hasFailed ? (
        <ErrorState
          title={messages.failed}
          message={remedy ?? messages.failedWords}
          busy={fetching}
          onRetry={() => void readAgain()}
        />
      ) : (
        <LoadingBlock label={messages.loading} shape={<EditorSkeleton />} />
      )}
    </Panel>
  );
});

/** Reserves space on a tablet, where the features fill more than a screen. A phone shows them as lines. */
const Frame = styled('div')({ [narrow]: { minHeight: 1000 }, [phone]: { minHeight: 0 } });

function EditorSkeleton(): ReactNode {
  const heights = useMedia(phoneQuery) ? [28, 32, 28] : [42, 194, 42];
  return (
    <Frame>
      <Stack spacing={4}>
        {heights.map((height, field) => (
          <Stack key={field} spacing={2}>
            <Skeleton width={90} height={12} />
            <Skeleton height={height} />
          </Stack>
        ))}
      </Stack>
    </Frame>
  );
}
