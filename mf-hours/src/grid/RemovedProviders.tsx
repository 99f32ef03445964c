import { styled } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack } from 'shared-ui/mui';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { messages } from './messages';

const text = messages.removedProviders;

const List = styled('ul')({ margin: '4px 0 8px', paddingLeft: 18, maxHeight: 132, overflow: 'auto', fontSize: 13 });

export interface RemovedProvidersProps {
  /** The providers who left while the user edited their hours. */
  names: readonly string[];
  /** Names of the providers who joined in the meantime. */
  added: readonly string[];
  /** What wasn't saved, as a sentence. */
  fact: string;
  /** The unsaved values, one per entry. */
  lines: readonly string[];
  onClose: () => void;
  ref: RefObject<HTMLDivElement | null>;
}

/**
 * Names providers whom a sync has removed while their hours were edited, with the values that weren't saved. The user
 * dismisses it, because the values aren't stored anywhere else.
 */
export function RemovedProviders({ names, added, fact, lines, onClose, ref }: RemovedProvidersProps): ReactNode {
  const [copied, setCopied] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const count = lines.length;
  useEffect(() => ref.current?.focus(), [ref, count]);
  // If the browser denies access to the clipboard, the user can still select the list.
  const copy = (): void =>
    void navigator.clipboard.writeText(lines.join('\n')).then(
      () => setCopied(true),
      () => list.current?.focus(),
    );
  return (
    <Alert ref={ref} tabIndex={-1} severity="warning" role="alert">
      <AlertTitle>{text.title(names)}</AlertTitle>
      <span>{[fact, ...(added.length > 0 ? [text.added(added)] : [])].join(' ')}</span>
      <List ref={list} aria-label={text.list} tabIndex={0}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
      <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
        <Button onClick={copy}>{copied ? text.copied : text.copy}</Button>
        <Button onClick={onClose}>{text.close}</Button>
      </Stack>
    </Alert>
  );
}
