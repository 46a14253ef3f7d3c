/** The page shown without a connection (decision 0028). */
export const OFFLINE_PAGE = '/sin-conexion'
export const OFFLINE_WORKER = '/offline-worker.js'
/** The service worker's cache; it holds only that page. */
export const OFFLINE_CACHE = 'sin-conexion'
