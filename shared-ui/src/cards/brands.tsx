import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { StoredMethod } from './calls';

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'generic';

type PictureName = Brand | 'bank';

const names: Record<Brand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  generic: 'Card',
};

/** Brands with their own icon. All others share one. */
export function brandOf(brand: string): Brand {
  const known = brand.toLowerCase();
  return known === 'visa' || known === 'mastercard' || known === 'amex' || known === 'discover' ? known : 'generic';
}

/** The name of a brand, such as `Visa`. A brand without its own icon keeps the provider's name. */
export function brandName(brand: string): string {
  const known = brandOf(brand);
  if (known !== 'generic') return names[known];
  return brand === '' || brand === 'unknown' ? names.generic : brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** The icons have the brands' colors in both schemes. */
const drawings: Record<PictureName, ReactNode> = {
  visa: (
    <>
      <rect width="36" height="24" rx="4" fill="#1a3f8f" />
      <path
        fill="#fff"
        d="M14.9 8.2 12.2 15.8h-1.9L8.9 9.9c-.1-.4-.2-.5-.5-.7-.5-.2-1.2-.5-1.9-.6l.1-.4h3c.4 0 .7.3.8.7l.7 3.9 1.8-4.6h2Zm1.600 0-1.500 7.600h-1.700l1.500-7.600h1.700Zm5.400 5.100c0-2-2.800-2.100-2.800-3 0-.3.3-.6.800-.6.700-.1 1.300.1 1.900.4l.3-1.500c-.5-.2-1.100-.4-1.800-.4-1.900 0-3.200 1-3.200 2.400 0 1.100 1 1.600 1.700 2 .8.3 1 .6 1 .9 0 .5-.6.7-1.100.7-.9 0-1.400-.2-2.100-.5l-.4 1.500c.5.3 1.400.5 2.300.5 2 0 3.400-1 3.400-2.400Zm5 2.500h1.700l-1.500-7.600h-1.500c-.4 0-.7.2-.8.500l-2.700 7.100h1.900l.4-1h2.300l.2 1Zm-2-2.500 1-2.600.5 2.600h-1.500Z"
      />
    </>
  ),
  mastercard: (
    <>
      <rect width="36" height="24" rx="4" fill="#20252e" />
      <circle cx="14.5" cy="12" r="6.5" fill="#e8412f" />
      <circle cx="21.5" cy="12" r="6.5" fill="#f2a33a" />
      <path fill="#f0752f" d="M18 6.500a6.500 6.500 0 0 1 0 11 6.500 6.500 0 0 1 0-11Z" />
    </>
  ),
  amex: (
    <>
      <rect width="36" height="24" rx="4" fill="#2a6fbb" />
      <text x="18" y="15.500" textAnchor="middle" fontSize="9" fontWeight="700" fill="#fff" letterSpacing="-.2">
        AMEX
      </text>
    </>
  ),
  discover: (
    <>
      <rect x=".5" y=".5" width="35" height="23" rx="3.500" fill="#fff" stroke="#c9ccd2" />
      <path fill="#f08a24" d="M14 24c9.500-1.300 16.500-4.600 22-9v5a4 4 0 0 1-4 4H14Z" />
      <text x="3" y="12" fontSize="5.6" fontWeight="700" fill="#22262e" letterSpacing="-.1">
        DISCOVER
      </text>
    </>
  ),
  generic: (
    <>
      <rect width="36" height="24" rx="4" fill="#6b7482" />
      <rect y="5" width="36" height="4.500" fill="#3c4450" />
      <rect x="4" y="14" width="12" height="3" rx="1" fill="#dfe3e8" />
    </>
  ),
  bank: (
    <>
      <rect width="36" height="24" rx="4" fill="#3f6b5c" />
      <path fill="#fff" d="M18 4 9 8.800v1.400h18V8.800L18 4Z" />
      <path fill="#fff" d="M11 11.500h2.200v5H11v-5Zm5.900 0h2.200v5h-2.200v-5Zm5.900 0H25v5h-2.200v-5Z" />
      <rect x="9" y="18" width="18" height="1.800" fill="#fff" />
    </>
  ),
};

const Picture = styled('svg')({ flex: 'none', display: 'block', borderRadius: 4 });

/** The icon of any payment method: a card's brand, or a bank for debits. */
export function pictureOf(method: StoredMethod): PictureName {
  if ('card' in method) return brandOf(method.card.brand);
  return method.is_debit === true ? 'bank' : 'generic';
}

function MethodPicture({ name }: { name: PictureName }): ReactNode {
  return (
    <Picture width={36} height={24} viewBox="0 0 36 24" aria-hidden data-brand={name}>
      {drawings[name]}
    </Picture>
  );
}

/** The icon of a payment method. Its name is next to it. */
export const MethodIcon = ({ method }: { method: StoredMethod }): ReactNode => (
  <MethodPicture name={pictureOf(method)} />
);

/** The icon of a card's brand. Its name is next to it. */
export function BrandIcon({ brand }: { brand: string }): ReactNode {
  return <MethodPicture name={brandOf(brand)} />;
}
