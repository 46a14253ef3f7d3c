/** In the page that is shown without a connection: the page that was wanted, as soon as there is one. */
addEventListener('online', () => location.reload())
