import { apiErrorOf } from 'shared-api';
import { CheckboxField } from 'shared-ui/choices';
import { Alert, AlertTitle, Stack } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { usePreviewAttachmentQuery } from '../api';
import { EffectList } from '../effect/EffectList';
import { dayText } from '../instants';
import { subscriptionsMessages } from './messages';
import { toRequest } from './staging';
import type { AttachWorkflow } from './use-attaching';

const messages = subscriptionsMessages.attach.withheld;

const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** The effect of the selection, including features that staff removed manually. Shown before attaching. */
export function AttachmentEffect({ attaching }: { attaching: AttachWorkflow }): ReactNode {
  const { id: practiceId, time_zone } = usePractice();
  const { staged, liftWithheld, setLiftWithheld, saving } = attaching;
  const { data, currentData, error, isFetching, refetch } = usePreviewAttachmentQuery(
    { practice: practiceId, body: toRequest(staged, liftWithheld) },
    { refetchOnMountOrArgChange: true, skip: saving },
  );
  // The checkbox stays visible while its own change is previewed.
  const withheld = (currentData ?? data)?.withheld ?? [];
  return (
    <Stack spacing={3}>
      {withheld.length > 0 && (
        <Alert severity="warning" role="status">
          <AlertTitle>{messages.title}</AlertTitle>
          <Stack spacing={2}>
            <div>
              {withheld.map(({ kind, name, display_name: displayName, by, at }) => (
                <div key={`${kind} ${name}`}>{messages.by(displayName, by, dayText(at, time_zone))}</div>
              ))}
              <div>{withheld.length === 1 ? messages.stays : messages.stay}</div>
            </div>
            <CheckboxField
              label={messages.restore(nameList.format(withheld.map(({ display_name: displayName }) => displayName)))}
              checked={liftWithheld}
              disabled={saving}
              onChange={(_, checked) => setLiftWithheld(checked)}
            />
          </Stack>
        </Alert>
      )}
      <EffectList
        effect={isFetching || error ? undefined : currentData?.effect}
        error={isFetching ? undefined : apiErrorOf(error)}
        onRetry={() => void refetch()}
      />
    </Stack>
  );
}
