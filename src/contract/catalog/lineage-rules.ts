/** 'F1', 'S1', 'BX2'. */
export const GENERATION_LENGTH = 20

export const LINEAGE_FIELDS = { mother: 'Madre', father: 'Padre', generation: 'Generación' } as const
export const PARENT_ROLES = ['mother', 'father'] as const
export type ParentRole = (typeof PARENT_ROLES)[number]

export const lineageOf = (name: string) => `Genealogía de ${name}`
export const OWN_ANCESTOR = 'Una variedad no puede ser antepasada de sí misma.'
export const SEEDS_ONLY = 'Solo las semillas tienen genealogía'

/** Above a variety: its parents, their parents, and so on. */
export const GENERATIONS = 4
