/** Said on the list to who is sent back there by a form that found no bank. */
export const BANK_PROBLEM = 'Error al cargar la información del banco'
