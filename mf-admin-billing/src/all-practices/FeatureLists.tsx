import { type AllFeaturesMetadata, factsText } from 'shared-api/contracts';
import { CheckboxList, type Choice, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { type ChipItem, bundleChips, featureChips } from './chips';
import { messages } from './messages';
import type { FeaturesEdit } from './use-features-edit';

const text = messages.edit;

export const Lists = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
  gap: '20px 24px',
});

/** All choices and anything else the practice has, with sources. */
function choicesOf(all: readonly Choice[], has: readonly (ChipItem & { value: string })[]): Choice[] {
  const sources = new Map(has.map((item) => [item.value, item.from]));
  const known = new Set(all.map(({ value }) => value));
  return [...all, ...has.filter(({ value }) => !known.has(value))].map(({ value, label, ...rest }) => {
    const from = sources.get(value) ?? '';
    const about = 'detail' in rest ? (rest.detail ?? '') : '';
    // Removes the period, because a dot separates facts.
    return { value, label, detail: from === '' ? about : factsText([about.replace(/\.$/, ''), from]) };
  });
}

const choiceOf = (item: { name: string; display_name: string; description: string }): Choice => ({
  value: item.name,
  label: item.display_name,
  detail: item.description,
});

/** The checkbox lists of bundles and features. */
export function FeatureLists({ edit, metadata }: { edit: FeaturesEdit; metadata: AllFeaturesMetadata }): ReactNode {
  const { record, draft, dispatch, busy } = edit;
  const bundles = bundleChips(record).map((chip, at) => ({ ...chip, value: record.bundles[at]?.bundle_name ?? '' }));
  const features = featureChips(record).map((chip, at) => ({
    ...chip,
    value: record.product_features[at]?.feature_name ?? '',
  }));
  const lists = [
    ['bundles', text.bundles, choicesOf(metadata.bundles.map(choiceOf), bundles)],
    ['product_features', text.features, choicesOf(metadata.features.map(choiceOf), features)],
  ] as const;
  return (
    <Lists>
      {lists.map(([list, title, options]) => (
        <section key={list}>
          <Typography variant="h2" component="h3" style={{ marginBottom: 8 }}>
            {title}
          </Typography>
          <CheckboxList
            label={title}
            options={options}
            values={draft.values[list]}
            disabled={busy}
            maxHeight={240}
            onChange={(names) => dispatch({ type: 'edit', values: { [list]: names } })}
          />
        </section>
      ))}
    </Lists>
  );
}
