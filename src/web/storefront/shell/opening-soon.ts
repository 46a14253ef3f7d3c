/** In place of the goods of a shop that has none yet. */
export const OPENING_SOON = 'Abrimos pronto: estamos preparando el catálogo.'
