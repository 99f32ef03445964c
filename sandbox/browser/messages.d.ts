/** Messages between a page and the card form in its frame. None of them has card data. */

interface StripeErrorShape {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
}

/** From the page to the frame. */
type ToFrame =
  | { kind: 'options'; appearance: Record<string, string>; disabled: boolean }
  | { kind: 'validate'; id: number }
  | { kind: 'focus' | 'clear' }
  /** Confirms an intent, or makes a payment method when there is none, with the card in the form. */
  | { kind: 'confirm'; id: number; intent: string | null; clientSecret: string | null; name: string | null };

/** From the frame to the page. */
type FromFrame =
  | { kind: 'ready' | 'focus' | 'blur' | 'escape' }
  | { kind: 'height'; height: number }
  | { kind: 'change'; complete: boolean; empty: boolean; brand: string }
  | { kind: 'answer'; id: number; error: StripeErrorShape | null; result: Record<string, unknown> | null };
