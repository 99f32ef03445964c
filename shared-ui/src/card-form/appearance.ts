/** The kit's tokens as Stripe's appearance. Our variables don't apply in the form's frame, which has another origin. */
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import type { Appearance, CustomFontSource } from '@stripe/stripe-js';
import { fontFamily, schemes, type Scheme } from '../theme/tokens';
import { useScheme } from '../theme/use-scheme';

export function appearanceOf(scheme: Scheme): Appearance {
  const tokens = schemes[scheme];
  // Stripe reads the border from a rule. The sandbox reads it from a variable that Stripe ignores.
  const border = { borderColor: tokens.control };
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorText: tokens.ink,
      colorTextSecondary: tokens.inkSecond,
      colorTextPlaceholder: tokens.inkThird,
      colorDanger: tokens.danger,
      colorBackground: tokens.surface,
      colorPrimary: tokens.primary,
      ...border,
      borderRadius: '8px',
      fontFamily,
      fontSizeBase: '14px',
      spacingUnit: '4px',
    },
    rules: { '.Input': { ...border, boxShadow: 'none' } },
  };
}

/** Our font by its absolute URL, because the form's frame resolves URLs against its own origin. */
export function cardFormFonts(): CustomFontSource[] {
  const address = new URL(interLatin, document.baseURI).href;
  return [{ family: 'Inter Variable', src: `url("${address}")`, weight: '100 900', style: 'normal', display: 'swap' }];
}

const appearances = { light: appearanceOf('light'), dark: appearanceOf('dark') };

/** The appearance for the page's scheme. Updates when the scheme changes, because a frame can't inherit variables. */
export function useAppearance(): Appearance {
  return appearances[useScheme()];
}
