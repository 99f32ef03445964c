const features = (count: number): string => (count === 1 ? '1 feature' : `${count} features`);

export const effectMessages = {
  title: 'What this change gives and takes',
  loading: 'Working out what this change gives and takes...',
  failed: 'What this change gives and takes could not be worked out',
  wait: 'Wait until it is known what this change gives and takes',
  needed: 'What this change gives and takes has to be known first',
  nothing: 'No feature is gained or lost.',
  gained: 'Gained',
  lost: 'Lost',
  kept: 'Kept',
  bundle: 'bundle',
  through: (sources: string) => `through ${sources}`,
  summary: (gained: number, lost: number, kept: number) =>
    `${features(gained)} gained, ${features(lost)} lost, ${features(kept)} kept`,
} as const;
