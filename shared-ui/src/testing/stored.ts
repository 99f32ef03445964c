/** Unloads a page like a reload, keeping browser storage. */
export async function reloadStored(unmount: () => void | Promise<void>): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  const stored = Object.entries(sessionStorage) as [string, string][];
  await unmount();
  for (const [key, value] of stored) sessionStorage.setItem(key, value);
}
