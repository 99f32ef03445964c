/** Texts of previews: a module's version that is not released yet. */
export const previewMessages = {
  title: 'Preview',
  heading: (name: string, title: string) => `Preview ${name} of ${title}`,
  facts: (version: string, by: string, published: string, until: string) =>
    `Version ${version}, published by ${by} on ${published}. It can be opened until ${until}.`,
  effect:
    'It loads in your session only, in place of the released version, until you leave it. The data is real: what you change, you change for everyone.',
  open: 'Open preview',
  openNow: 'You have it open.',
  leave: 'Leave preview',
  leaveLabel: (name: string, title: string) => `Leave the preview ${name} of ${title}`,
  loading: 'Loading the preview…',
  failed: 'This preview can’t be opened',
  region: 'Preview',
  banner: (name: string, title: string) => `Preview ${name} of ${title}, only for you.`,
};
