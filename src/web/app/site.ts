export const SITE = 'Surbrote'
