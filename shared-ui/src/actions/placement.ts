export type Placement = 'below' | 'above';

/** A popover's placement as MUI props. */
export const popoverOrigins = {
  below: {
    anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
    transformOrigin: { vertical: 'top', horizontal: 'left' },
  },
  above: {
    anchorOrigin: { vertical: 'top', horizontal: 'left' },
    transformOrigin: { vertical: 'bottom', horizontal: 'left' },
  },
} as const satisfies Record<Placement, object>;

/** The gap between a popover and its opener. */
export const popoverMargins = { below: { marginTop: 4 }, above: { marginTop: -4 } } as const satisfies Record<
  Placement,
  object
>;
