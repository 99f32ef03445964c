/** The kit's tokens as Stripe's appearance. The form is in a frame of another origin, where our variables don't apply. */
import type { Appearance } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';
import { fontFamily, schemes, type Scheme } from '../theme/tokens';

export function appearanceOf(scheme: Scheme): Appearance {
  const tokens = schemes[scheme];
  // Stripe takes the border from a rule, the sandbox from a variable that Stripe does not know and passes over.
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

const appearances = { light: appearanceOf('light'), dark: appearanceOf('dark') };

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The appearance for the page's scheme. Updates when the scheme changes, because a frame can't inherit variables. */
export function useAppearance(): Appearance {
  const dark = useSyncExternalStore(subscribe, () => document.documentElement.dataset['theme'] === 'dark');
  return appearances[dark ? 'dark' : 'light'];
}
