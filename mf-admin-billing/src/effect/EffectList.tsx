import type { ApiError } from 'shared-api';
import type { FeaturesEffect } from 'shared-api/contracts';
import {
  CheckIcon,
  color,
  FactLine,
  MinusIcon,
  PlusIcon,
  radius,
  RetryNotice,
  styled,
  VisuallyHidden,
} from 'shared-ui';
import { Skeleton, Typography } from 'shared-ui/mui';
import { Fragment, type ReactNode } from 'react';
import { effectMessages as messages } from './messages';

const Frame = styled('section')({
  padding: '10px 14px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.subtle,
  // Reserves a few lines, so that content below hardly moves when the effect loads.
  minHeight: 96,
});

const SkeletonLines = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, paddingTop: 10 });

const Lines = styled('ul')({
  display: 'grid',
  gap: 4,
  margin: '6px 0 0',
  padding: 0,
  listStyle: 'none',
  fontSize: 13,
  lineHeight: '20px',
  '& li': { display: 'flex', gap: 8, minWidth: 0 },
  '& svg': { flex: 'none', marginTop: 3 },
});

const Second = styled('span')({ color: color.inkSecond });

type Kind = 'gained' | 'lost' | 'kept';
const icons = { gained: PlusIcon, lost: MinusIcon, kept: CheckIcon } as const;
const tones = { gained: color.success, lost: color.danger, kept: color.inkSecond } as const;

interface Line {
  key: string;
  name: string;
  /** A description, or why the feature stays. */
  note: string;
}

function linesOf(effect: FeaturesEffect): Record<Kind, Line[]> {
  const bundle = ({ name, display_name }: FeaturesEffect['bundles_lost'][number]): Line => ({
    key: `bundle ${name}`,
    name: display_name,
    note: messages.bundle,
  });
  const feature = ({ name, display_name }: FeaturesEffect['features_lost'][number]): Line => ({
    key: name,
    name: display_name,
    note: '',
  });
  return {
    gained: [...effect.bundles_gained.map(bundle), ...effect.features_gained.map(feature)],
    lost: [...effect.bundles_lost.map(bundle), ...effect.features_lost.map(feature)],
    kept: effect.features_kept.map((kept) => ({ ...feature(kept), note: messages.through(kept.through.join(', ')) })),
  };
}

export interface EffectListProps {
  /** Undefined while loading. */
  effect: FeaturesEffect | undefined;
  error: ApiError | undefined;
  onRetry: () => void;
}

/** The features that a change adds and removes, with its own loading and error states. */
export function EffectList({ effect, error, onRetry }: EffectListProps): ReactNode {
  if (error) {
    return (
      <RetryNotice title={messages.failed} onRetry={onRetry}>
        {error.message}
      </RetryNotice>
    );
  }
  return (
    <Frame aria-label={messages.title}>
      <Typography variant="subtitle2" component="h3">
        {messages.title}
      </Typography>
      <VisuallyHidden role="status">{effect ? summaryOf(effect) : messages.loading}</VisuallyHidden>
      {effect ? (
        <Known effect={effect} />
      ) : (
        <SkeletonLines aria-hidden>
          <Skeleton width="64%" height={12} />
          <Skeleton width="48%" height={12} />
        </SkeletonLines>
      )}
    </Frame>
  );
}

function summaryOf({ features_gained, features_lost, features_kept }: FeaturesEffect): string {
  return messages.summary(features_gained.length, features_lost.length, features_kept.length);
}

function Known({ effect }: { effect: FeaturesEffect }): ReactNode {
  const lines = linesOf(effect);
  const kinds = (['lost', 'gained', 'kept'] as const).filter((kind) => lines[kind].length > 0);
  if (kinds.length === 0) {
    return (
      <Typography color="textSecondary" style={{ marginTop: 6 }}>
        {messages.nothing}
      </Typography>
    );
  }
  return kinds.map((kind) => {
    const Icon = icons[kind];
    return (
      <Lines key={kind} aria-label={messages[kind]}>
        {lines[kind].map(({ key, name, note }) => (
          <li key={key}>
            <span style={{ color: tones[kind] }}>
              <Icon size={14} />
            </span>
            <FactLine
              facts={[
                <Fragment key="name">
                  <strong style={{ fontWeight: 600, color: tones[kind] }}>{messages[kind]}</strong> <span>{name}</span>
                </Fragment>,
                note !== '' && <Second key="note">{note}</Second>,
              ]}
            />
          </li>
        ))}
      </Lines>
    );
  });
}
