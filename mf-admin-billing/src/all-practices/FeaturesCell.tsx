import { Chip, Typography } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { AllItems } from './AllItems';
import type { ChipItem } from './chips';
import { ChipRow } from './ChipList';
import { messages } from './messages';

export interface FeaturesCellProps {
  features: readonly ChipItem[];
  /** The features that don't come with a bundle. */
  extra: readonly ChipItem[];
  practice: string;
}

/**
 * The feature count, and the first feature beyond the bundles, because bundle features are the same in every row. The count
 * is a button that shows all features with their sources.
 */
export const FeaturesCell = memo(function FeaturesCell({ features, extra, practice }: FeaturesCellProps): ReactNode {
  const [first] = extra;
  const folded = extra.length - 1;
  return (
    <ChipRow>
      <AllItems
        items={features}
        label={messages.chips.all(messages.table.features.toLowerCase(), practice, features.length)}
        text={messages.chips.features(features.length)}
      />
      {first && <Chip label={first.label} title={first.label} />}
      {folded > 0 && (
        <Typography variant="body2" component="span" color="textSecondary">
          {messages.chips.more(folded)}
        </Typography>
      )}
    </ChipRow>
  );
});
