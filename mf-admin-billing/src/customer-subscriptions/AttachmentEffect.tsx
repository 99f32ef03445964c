import type { ApiError } from 'shared-api';
import { Checkbox, Notice, Stack } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { usePreviewAttachmentQuery } from '../api';
import { EffectList } from '../effect/EffectList';
import { dayText } from '../instants';
import { subscriptionsMessages } from './messages';
import { toRequest } from './staging';
import type { Attaching } from './use-attaching';

const words = subscriptionsMessages.attach.withheld;

const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** What the selection gives the practice, and what of it staff removed by hand: said before it is attached. */
export function AttachmentEffect({ attaching }: { attaching: Attaching }): ReactNode {
  const { id: practice, time_zone } = usePractice();
  const { staged, liftWithheld, setLiftWithheld, saving } = attaching;
  const { data, currentData, error, isFetching, refetch } = usePreviewAttachmentQuery(
    { practice, body: toRequest(staged, liftWithheld) },
    { refetchOnMountOrArgChange: true, skip: saving },
  );
  // The checkbox stays in place while its own change is previewed.
  const withheld = (currentData ?? data)?.withheld ?? [];
  return (
    <Stack gap={3}>
      {withheld.length > 0 && (
        <Notice tone="attention" live="polite" title={words.title}>
          <Stack gap={2}>
            <div>
              {withheld.map(({ kind, name, display_name: displayName, by, at }) => (
                <div key={`${kind} ${name}`}>{words.by(displayName, by, dayText(at, time_zone))}</div>
              ))}
              <div>{withheld.length === 1 ? words.stays : words.stay}</div>
            </div>
            <Checkbox
              label={words.restore(nameList.format(withheld.map(({ display_name: displayName }) => displayName)))}
              checked={liftWithheld}
              disabled={saving}
              onChange={setLiftWithheld}
            />
          </Stack>
        </Notice>
      )}
      <EffectList
        effect={isFetching || error ? undefined : currentData?.effect}
        error={isFetching ? undefined : (error as ApiError | undefined)}
        onRetry={() => void refetch()}
      />
    </Stack>
  );
}
