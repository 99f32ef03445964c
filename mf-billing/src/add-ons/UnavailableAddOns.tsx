import type { AddOnOffer } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronRightIcon, color, radius, styled } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { type ReactNode, useId, useState } from 'react';
import { messages } from './messages';

const List = styled('ul')({
  margin: '6px 0 0',
  padding: '8px 14px 8px 30px',
  border: `1px dashed ${color.control}`,
  borderRadius: radius.panel,
  fontSize: 13,
  lineHeight: '20px',
});

export interface NotOfferedProps {
  offers: readonly AddOnOffer[];
  /** True for a plan that is about to start, false for a subscription. */
  withPlan?: boolean;
  /** If present, the list has this heading (specification: billing, 6). */
  heading?: string;
  /** True if there is nothing else to show. */
  isOpen?: boolean;
}

/** Its text aligns with the content, even on two lines. */
const Toggle = styled(Button)({ '&&': { marginLeft: -8, padding: '0 8px', textAlign: 'left' } });

/** Add-ons that can't be bought here, each with its reason. Collapsed by default. */
export function UnavailableAddOns({ offers, withPlan = false, heading, isOpen = false }: NotOfferedProps): ReactNode {
  const [open, setOpen] = useState(isOpen);
  const id = useId();
  if (offers.length === 0)
    return heading === undefined ? null : <Typography color="textSecondary">{messages.debug.nothing}</Typography>;
  return (
    <section aria-label={heading}>
      {heading !== undefined && (
        <Typography component="h3" variant="subtitle1">
          {heading}
        </Typography>
      )}
      <Toggle
        variant="text"
        startIcon={open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {(withPlan ? messages.notOfferedWithPlan : messages.unavailableOffers)(offers.length)}
      </Toggle>
      <div id={id} hidden={!open}>
        {open && (
          <List>
            {offers.map(({ bundle_name, feature_name, display_name, reason }) => (
              <li key={`${bundle_name} ${feature_name}`}>
                <strong>{display_name}</strong>
                {reason !== null && <span>{`: ${reason}`}</span>}
              </li>
            ))}
          </List>
        )}
      </div>
    </section>
  );
}
