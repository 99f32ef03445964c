import { plural } from 'shared-api/contracts';
const features = (count: number): string => plural(count, 'feature');

export const effectMessages = {
  title: 'Effect of this change',
  loading: 'Calculating the effect...',
  failed: 'Couldn’t calculate the effect',
  wait: 'Wait until the effect is calculated',
  needed: 'The effect has to be calculated first',
  nothing: 'No features gained or lost.',
  gained: 'Gained',
  lost: 'Lost',
  kept: 'Kept',
  bundle: 'bundle',
  through: (sources: string) => `through ${sources}`,
  summary: (gained: number, lost: number, kept: number) =>
    `${features(gained)} gained, ${features(lost)} lost, ${features(kept)} kept`,
} as const;
