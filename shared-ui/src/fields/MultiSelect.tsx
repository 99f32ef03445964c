import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../feedback/states';
import type { MultiSelectProps } from '../forms/MultiSelect';

export type { MultiSelectProps };

const Loaded = lazy(async () => ({ default: (await import('../forms')).MultiSelect }));

/** The `MultiSelect` of `shared-ui/forms`, loaded with its fields, for modules from before that entry had it. */
export function MultiSelect(props: MultiSelectProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height={56} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
