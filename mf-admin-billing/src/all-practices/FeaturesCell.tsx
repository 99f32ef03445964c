import { phone, styled } from 'shared-ui';
import { Chip, Typography } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { AllItems } from './AllItems';
import { type ChipItem, splitVisible } from './chips';
import { chipRow } from './ChipList';
import { messages } from './messages';

/** Number of visible features beyond the bundles. */
const ROOM = 2;

// Two lines, as in each row of the list. In a narrow column, a third line is cut off; the count's list has all
// features. The padding leaves space for the count's focus ring.
const Row = styled('div')({
  ...chipRow,
  // 56 px at a text size of 13 px. It grows with larger text, as the row does.
  maxHeight: 'calc(56em / 13)',
  padding: 4,
  margin: -4,
  overflow: 'hidden',
  [phone]: { maxHeight: 'none', overflow: 'visible' },
});

export interface FeaturesCellProps {
  features: readonly ChipItem[];
  /** The features that don't come with a bundle. */
  extra: readonly ChipItem[];
  practice: string;
}

/**
 * The feature count, and the features beyond the bundles, because bundle features are the same in every row. The count
 * is a button that shows all features with their sources.
 */
export const FeaturesCell = memo(function FeaturesCell({ features, extra, practice }: FeaturesCellProps): ReactNode {
  const { shown, folded } = splitVisible(extra, ROOM);
  return (
    <Row>
      <AllItems
        items={features}
        label={messages.chips.all(messages.table.features.toLowerCase(), practice, features.length)}
        text={messages.chips.features(features.length)}
      />
      {shown.map(({ label }) => (
        <Chip key={label} label={label} title={label} />
      ))}
      {folded > 0 && (
        <Typography variant="body2" component="span" color="textSecondary">
          {messages.chips.moreBeyond(folded)}
        </Typography>
      )}
    </Row>
  );
});
