import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/states';
import type { MultiSelectProps } from '../forms/MultiSelect';
import { lazySection } from '../lazy';

export type { MultiSelectProps };

const Loaded = lazySection(async () => (await import('../forms')).MultiSelect, <Skeleton height={56} />);

/** The `MultiSelect` of `shared-ui/forms`, loaded with its fields, for modules from before that entry had it. */
export function MultiSelect(props: MultiSelectProps): ReactNode {
  return <Loaded {...props} />;
}
