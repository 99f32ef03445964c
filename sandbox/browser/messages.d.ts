/** Messages between a page and the card form in its frame. They never contain card data. */

interface StripeErrorShape {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
}

/** A font that the page offers to its card form. `src` is a CSS source with a full address. */
interface FrameFont {
  family: string;
  src: string;
  weight?: string;
  style?: string;
}

interface FrameStyle {
  /** Values of CSS variables. */
  appearance: Record<string, string>;
  fonts: FrameFont[];
}

/** From the page to the frame. */
type ToFrame =
  | ({ kind: 'options'; disabled: boolean } & FrameStyle)
  | { kind: 'validate'; id: number }
  | { kind: 'focus' | 'clear' }
  /** Confirms an intent with the card in the form, or creates a payment method if there is no intent. */
  | { kind: 'confirm'; id: number; intent: string | null; clientSecret: string | null; name: string | null };

/** From the frame to the page. */
type FromFrame =
  | { kind: 'ready' | 'focus' | 'blur' | 'escape' }
  | { kind: 'height'; height: number }
  | { kind: 'change'; complete: boolean; empty: boolean; brand: string }
  | { kind: 'answer'; id: number; error: StripeErrorShape | null; result: Record<string, unknown> | null };
