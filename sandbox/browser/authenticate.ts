/** The sandbox's page of the bank. It sends the person's answer to the sandbox, then notifies the page below it. */
(() => {
  const search = new URLSearchParams(location.search);
  const parentOrigin = search.get('parent') ?? '';
  const { appearance = {}, fonts = [] } = JSON.parse(search.get('style') ?? '{}') as Partial<FrameStyle>;
  for (const [name, value] of Object.entries(appearance))
    document.documentElement.style.setProperty(`--${name}`, value);
  for (const { family, src, weight = 'normal', style = 'normal' } of fonts) {
    document.fonts.add(new FontFace(family, src, { weight, style }));
  }
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
