/** The bank's page of the sandbox: tells the sandbox what the person answered, then the page that it lies over. */
(() => {
  const search = new URLSearchParams(location.search);
  const parentOrigin = search.get('parent') ?? '';
  document.querySelector('button')?.focus();
  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      const body = new URLSearchParams({
        intent: search.get('intent') ?? '',
        client_secret: search.get('client_secret') ?? '',
        approved: button.dataset['approved'] ?? 'false',
      });
      void fetch('/stripe-js/authenticate', { method: 'POST', body }).then(() =>
        parent.postMessage({ sandboxStripe: { kind: 'authenticated' } }, parentOrigin),
      );
    });
  }
})();
