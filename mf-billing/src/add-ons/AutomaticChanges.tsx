import type { AddOnOffer, AutomaticChange } from 'shared-api/contracts';
import { color, FactLine, radius, styled, UndoIcon } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { Fragment, type ReactNode } from 'react';
import { rateText } from '../figures';
import { messages } from './messages';

const text = messages.automatic;

const Frame = styled('section')({
  padding: '10px 14px',
  border: `1px solid ${color.informationLine}`,
  borderRadius: radius.panel,
  backgroundColor: color.informationTint,
});

const Head = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 });

const List = styled('ul')({ listStyle: 'none', margin: '6px 0 0', padding: 0 });

const Row = styled('li')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '0 16px',
  padding: '3px 0',
  fontSize: 13,
});

export interface AutomaticChangesProps {
  changes: readonly AutomaticChange[];
  offerOf: (feature: string) => AddOnOffer | undefined;
  currency: string;
  onUndo: () => void;
}

/** Lists what the last choice added and removed automatically, with reasons, prices and one Undo (DECISIONS 12). */
export function AutomaticChanges({ changes, offerOf, currency, onUndo }: AutomaticChangesProps): ReactNode {
  return (
    <div role="status">
      {changes.length > 0 && (
        <Frame aria-label={text.title}>
          <Head>
            <Typography variant="subtitle1">{text.title}</Typography>
            <Button startIcon={<UndoIcon size={14} />} onClick={onUndo}>
              {text.undo}
            </Button>
          </Head>
          <List>
            {changes.map(({ feature: name, kind, reason }) => {
              const feature = offerOf(name);
              const price = feature?.price;
              return (
                <Row key={name}>
                  <FactLine
                    facts={[
                      <Fragment key="change">
                        <span>{kind === 'added' ? text.added : text.removed}</span>{' '}
                        <strong>{feature?.display_name ?? name}</strong>
                      </Fragment>,
                      <Typography key="reason" component="span" color="textSecondary" style={{ fontSize: 13 }}>
                        {reason}
                      </Typography>,
                    ]}
                  />
                  {price && (
                    <Typography component="span" align="right" style={{ fontSize: 13 }}>
                      {`${kind === 'added' ? '+' : '−'}${rateText(price.amount, currency, price.interval)}`}
                    </Typography>
                  )}
                </Row>
              );
            })}
          </List>
        </Frame>
      )}
    </div>
  );
}
