/** Texts about previews, which are unreleased versions of a module. */
export const previewMessages = {
  title: 'Preview',
  heading: (name: string, title: string) => `Preview ${name} of ${title}`,
  facts: (version: string, by: string, published: string, until: string) =>
    `Version ${version}, published by ${by} on ${published}. It can be opened until ${until}.`,
  effect:
    'It replaces the released version in your session only, until you leave it. The data is real: your changes affect everyone.',
  open: 'Open preview',
  openNow: 'You have it open.',
  leave: 'Leave preview',
  leaveLabel: (name: string, title: string) => `Leave the preview ${name} of ${title}`,
  loading: 'Loading the preview…',
  failed: 'This preview can’t be opened',
  region: 'Preview',
  banner: (name: string, title: string) => `Preview ${name} of ${title}, only for you.`,
};
