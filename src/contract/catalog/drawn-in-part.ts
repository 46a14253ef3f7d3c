/** As many lots are drawn, those with the largest tests; the sentence counts all of them. */
export const MOST_DRAWN = 8
export const DRAWN_IN_PART = `Se dibujan las pruebas de los ${MOST_DRAWN} lotes con más semillas probadas; el total cuenta todas.`
